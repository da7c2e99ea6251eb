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
 * A true color is the program's own choice for a screen we do not know, so it is shown unchanged.
 */
export function ansiLook(style: AnsiStyle): {
  readonly classes: string;
  readonly colours: TextColours | undefined;
} {
  const classes: string[] = attributes
    .filter((attribute) => style[attribute] === true)
    .map((attribute) => `ansi-${attribute}`);
  const colours: { -readonly [Name in keyof TextColours]: TextColours[Name] } = {};
  const put = (colour: AnsiColour | undefined, isText: boolean) => {
    if (typeof colour === 'number') {
      classes.push(`ansi-${isText ? 'fg' : 'bg'}-${colour}`);
    } else if (colour !== undefined) {
      colours[isText ? 'color' : 'backgroundColor'] = colour;
    }
  };
  const { foreground, background, inverse } = style;
  put(inverse === true ? background : foreground, true);
  put(inverse === true ? foreground : background, false);
  return {
    classes: classes.join(' '),
    colours: Object.keys(colours).length === 0 ? undefined : colours,
  };
}
