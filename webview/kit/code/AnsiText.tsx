import type { VNode } from 'preact';
import type { AnsiSegment } from '#core/text/ansi.ts';
import type { AnsiColor, AnsiStyle } from '#core/text/ansiStyle.ts';
import { Code } from '../widgets/Visible.tsx';
import { Colored } from '../surface/pieces.ts';
import type { TextColors } from '../surface/surface.ts';
import './ansi.css';

/**
 * Terminal output parsed by `ansiLines`: the theme's 16 colors by class, all others through the
 * CSSOM.
 */
export function AnsiText({ lines }: { lines: readonly (readonly AnsiSegment[])[] }): VNode {
  return (
    <>
      {lines.map((segments, line) => (
        <span key={line}>
          {line > 0 && '\n'}
          {segments.map((segment, at) => (
            <Segment key={at} {...segment} />
          ))}
        </span>
      ))}
    </>
  );
}

function Segment({ text, style }: AnsiSegment): VNode {
  const { classes, colors } = ansiLook(style);
  const shown = <Code text={text} />;
  if (colors !== undefined) {
    return (
      <Colored classes={classes} colors={colors}>
        {shown}
      </Colored>
    );
  }
  return classes === '' ? shown : <span class={classes}>{shown}</span>;
}

const attributes = ['bold', 'dim', 'italic', 'underline', 'strike', 'inverse'] as const;

/**
 * A color of the program's own on the theme's background is kept as far as it can be read there:
 * the style sheet adapts its lightness. With a background of the program's own, both are its choice,
 * and only a text without a color gets the one that can be read.
 */
export function ansiLook(style: AnsiStyle): {
  readonly classes: string;
  readonly colors: TextColors | undefined;
} {
  const classes: string[] = attributes
    .filter((attribute) => style[attribute] === true)
    .map((attribute) => `ansi-${attribute}`);
  const [text, background] = inverted(style);
  if (typeof text === 'number') {
    classes.push(`ansi-fg-${text}`);
  }
  if (typeof background === 'number') {
    classes.push(`ansi-bg-${background}`);
  }
  const own = typeof background === 'string' ? background : undefined;
  if (typeof text === 'string') {
    classes.push(background === undefined ? 'ansi-fg-rgb' : 'ansi-fg-own');
  } else if (own !== undefined && text === undefined) {
    classes.push(isLight(own) ? 'ansi-on-light' : 'ansi-on-dark');
  }
  if (own !== undefined) {
    classes.push('ansi-bg-rgb');
  }
  const colors: TextColors = {
    ...(typeof text === 'string' ? { '--ansi-text': text } : {}),
    ...(own === undefined ? {} : { '--ansi-background': own }),
  };
  return {
    classes: classes.join(' '),
    colors: Object.keys(colors).length === 0 ? undefined : colors,
  };
}

type Colors = readonly [text: AnsiColor | undefined, background: AnsiColor | undefined];

function inverted({ foreground, background, inverse }: AnsiStyle): Colors {
  return inverse === true ? [background, foreground] : [foreground, background];
}

/** Whether black is easier to read on it than white. */
function isLight(color: string): boolean {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return 0.299 * (red ?? 0) + 0.587 * (green ?? 0) + 0.114 * (blue ?? 0) > 140;
}
