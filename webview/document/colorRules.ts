import type { TextColors } from '../kit/surface/surface.ts';

/*
 * True colors of terminal output. The file's policy forbids style attributes, and the colors are
 * not known when its style sheet is written, so there is a class for each of 16 steps of red, green
 * and blue, for text and background.
 */

const channels = ['r', 'g', 'b'] as const;
const steps = 16;

/** The rules for `colorClasses`. */
export function colorRules(): string {
  const layers = [
    { layer: 'fg', property: '--ansi-text' },
    { layer: 'bg', property: '--ansi-background' },
  ];
  return layers
    .map(({ layer, property }) => {
      const mix = channels.map((channel) => `var(--${layer}-${channel})`).join(' ');
      const rules = channels.flatMap((channel) =>
        Array.from(
          { length: steps },
          (_, step) => `.${layer}-${channel}${step}{--${layer}-${channel}:${step * 17}}`,
        ),
      );
      return `.ansi-${layer}-steps{${property}:rgb(${mix})}${rules.join('')}`;
    })
    .join('');
}

export function colorClasses(colors: TextColors): string {
  return [
    ...classesOf('fg', colors['--ansi-text']),
    ...classesOf('bg', colors['--ansi-background']),
  ].join(' ');
}

function classesOf(layer: string, color: unknown): string[] {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(String(color));
  return match === null
    ? []
    : [
        `ansi-${layer}-steps`,
        ...channels.map((channel, at) => {
          const value = Number.parseInt(match[at + 1] ?? '', 16);
          return `${layer}-${channel}${Math.round(value / 17)}`;
        }),
      ];
}
