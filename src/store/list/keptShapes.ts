const none: unknown = undefined;

/**
 * The last object of each kind that is made anew for every log or every scan. V8 throws compiled code
 * away together with the last object of a shape that it was compiled for, so that a scan after a
 * collection would begin with slow code again: a list of 10,000 logs then takes 1.6 times as long, and
 * compiling keeps another core busy for half that time.
 */
export const keptShapes = {
  entry: none,
  folderEntry: none,
  stats: none,
  file: none,
  opened: none,
  aheadFile: none,
  aheadFiles: none,
  lines: none,
  told: none,
  glance: none,
  rootScan: none,
};
