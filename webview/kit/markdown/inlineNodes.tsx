import { Fragment, type ComponentChildren } from 'preact';
import { t } from '#base/l10n.ts';
import type { MarkedToken } from 'marked';
import { Icon } from '../widgets/Icon.tsx';
import { Code, ForeignProse, Prose } from '../widgets/Visible.tsx';
import { FileLink, Link } from '../surface/pieces.ts';
import { Places } from '../surface/Places.tsx';
import { placeFinder } from '../surface/placeFinder.ts';
import { linkTarget } from '../text/linkTarget.ts';
import { deepest, ownTokens } from './lexMarkdown.ts';

/**
 * Common character references. HTML's full table has 2,231 names; unknown ones stay as written,
 * which loses nothing.
 */
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  bull: '•',
  middot: '·',
  times: '×',
  larr: '←',
  rarr: '→',
  harr: '↔',
  le: '≤',
  ge: '≥',
  ne: '≠',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
};

/** Resolves character references that the Markdown lexer left as written. */
export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z]{2,8}));/g,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) {
        return Object.hasOwn(named, name) ? (named[name] ?? whole) : whole;
      }
      const point = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
      const isCharacter = point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
      return isCharacter ? String.fromCodePoint(point) : whole;
    },
  );
}

/**
 * Inline content: text, emphasis, code, links.
 *
 * @param inLink whether it is within a link, which contains no other.
 */
export function inlineNodes(
  tokens: readonly MarkedToken[],
  depth: number,
  inLink = false,
): ComponentChildren {
  return tokens.map((token, at) =>
    depth >= deepest ? <Prose key={at} text={token.raw} /> : inlineNode(token, at, depth, inLink),
  );
}

function inlineNode(
  token: MarkedToken,
  key: number,
  depth: number,
  inLink: boolean,
): ComponentChildren {
  const inner = (children: readonly { type: string }[], isLink = inLink) =>
    inlineNodes(ownTokens(children), depth + 1, isLink);
  const named = (text: string, draw: (text: string) => ComponentChildren) =>
    inLink ? draw(text) : <Places text={text} draw={draw} />;
  switch (token.type) {
    case 'text':
      return token.tokens === undefined ? (
        <Fragment key={key}>
          {named(token.escaped === false ? decodeEntities(token.text) : token.text, (text) => (
            <Prose text={text} />
          ))}
        </Fragment>
      ) : (
        inner(token.tokens)
      );
    case 'strong':
      return <strong key={key}>{inner(token.tokens)}</strong>;
    case 'em':
      return <em key={key}>{inner(token.tokens)}</em>;
    case 'del':
      return <del key={key}>{inner(token.tokens)}</del>;
    case 'codespan':
      return (
        <code key={key} dir="ltr">
          {named(token.text, (text) => (
            <Code text={text} />
          ))}
        </code>
      );
    case 'br':
      return <br key={key} />;
    case 'escape':
      return <Prose key={key} text={token.text} />;
    case 'checkbox':
      return (
        <Icon
          key={key}
          name={token.checked ? 'pass-filled' : 'circle-large'}
          label={token.checked ? t('Done') : t('To do')}
        />
      );
    case 'link': {
      const href = token.autolink === true ? token.href : decodeEntities(token.href);
      const target = linkTarget(href);
      const text = inner(token.tokens, true);
      return target === undefined ? (
        <UnfollowedLink key={key} text={text} href={href} shown={token.text} />
      ) : (
        <Link key={key} href={target}>
          {text}
        </Link>
      );
    }
    case 'image':
      return <UnloadedImage key={key} alt={token.text} href={decodeEntities(token.href)} />;
    default:
      // Raw HTML and block-only tokens.
      return <Prose key={key} text={token.raw} />;
  }
}

/** A link that does not leave the editor: its text and its target, which may be a file. */
function UnfollowedLink(props: { text: ComponentChildren; href: string; shown: string }) {
  const place = placeFinder()?.placeOfLink(props.href);
  return (
    <span class={place === undefined ? 'markdown-unfollowed' : undefined}>
      {place === undefined ? (
        <bdi>{props.text}</bdi>
      ) : (
        <FileLink place={place}>{props.text}</FileLink>
      )}
      {props.shown !== props.href && (
        <span class="markdown-target">
          {' ('}
          <bdi dir="ltr">
            <Code text={shortened(props.href)} />
          </bdi>
          )
        </span>
      )}
    </span>
  );
}

/** Nothing is loaded: only the image's alt text and address are shown. */
function UnloadedImage({ alt, href }: { alt: string; href: string }) {
  return (
    <span class="markdown-image">
      <Icon name="file-media" label={t('Image')} />
      <ForeignProse text={alt} />
      <span class="markdown-target">
        {' ('}
        <bdi dir="ltr">
          <Code text={shortened(href)} />
        </bdi>
        )
      </span>
    </span>
  );
}

/** A `data:` address can contain the whole image; its beginning says what it is. */
function shortened(href: string): string {
  return href.length > 120 ? `${href.slice(0, 120)}…` : href;
}
