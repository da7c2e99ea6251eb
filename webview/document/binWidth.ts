/** Width of a bin in units of the timeline's picture, which is as wide as the window. */
export const binWidth = 4;
