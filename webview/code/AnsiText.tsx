import type { VNode } from 'preact';
import type { AnsiSegment } from '#core/text/ansiLine.ts';
import type { AnsiColour, AnsiStyle } from '#core/text/ansiStyle.ts';
import { Code } from '../widgets/Visible.tsx';
import { Coloured } from '../surface/pieces.ts';
import type { TextColours } from '../surface/surface.ts';
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
  const { classes, colours } = ansiLook(style);
  const shown = <Code text={text} />;
  if (colours !== undefined) {
    return (
      <Coloured classes={classes} colours={colours}>
        {shown}
      </Coloured>
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
  readonly colours: TextColours | undefined;
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
  const colours: TextColours = {
    ...(typeof text === 'string' ? { '--ansi-text': text } : {}),
    ...(own === undefined ? {} : { '--ansi-background': own }),
  };
  return {
    classes: classes.join(' '),
    colours: Object.keys(colours).length === 0 ? undefined : colours,
  };
}

type Colours = readonly [text: AnsiColour | undefined, background: AnsiColour | undefined];

function inverted({ foreground, background, inverse }: AnsiStyle): Colours {
  return inverse === true ? [background, foreground] : [foreground, background];
}

/** Whether black is easier to read on it than white. */
function isLight(colour: string): boolean {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return 0.299 * (red ?? 0) + 0.587 * (green ?? 0) + 0.114 * (blue ?? 0) > 140;
}
