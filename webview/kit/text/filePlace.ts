import { trimEnd } from '#core/text/trimEnd.ts';

/** A file that a text names, and where in it. */
export interface FilePlace {
  /** As written. */
  readonly path: string;
  /** From 1. */
  readonly line?: number;
  readonly column?: number;
}

/** A piece of text that names a file. */
export interface PlacedText {
  readonly text: string;
  readonly place: FilePlace;
}

/** Longer words name no file, and each is searched in linear time. */
const longestWord = 260;
/* The protocol's limits. */
const longestPath = 4_096;
const lastLine = 10_000_000;

/** What ends a sentence rather than a name. */
const lastMarks = '.:';

/** What stands between brackets, quotes and the marks of a sentence. */
const words = /[^\s()<>{}"'`“”‘’„«»|=;,!?，。、）（]+/g;

/** `:12`, `:12:5`, `:12-20`, `#L12` or `#L12-L20`, after a name. */
const position = /(?::(\d{1,7})(?::(\d{1,5}))?(?:-\d{1,7})?|#L(\d{1,7})(?:-L?\d{1,7})?)$/;

/** Letters and digits of any script, and the signs that names of source files have. */
const segment = String.raw`[\p{L}\p{N}_.@+$~\[\]-]+`;
const path = new RegExp(String.raw`^(?:~?/|[A-Za-z]:[\\/])?(?:${segment}[\\/])*${segment}$`, 'u');

/** Ends of files that people and agents work with. Of a word with a dot, nothing else tells more. */
const ends = [
  /^(?:astro|css|graphql|hbs|html?|jsx?|less|[cm][jt]s|pug|s[ac]ss|svelte|tsx?|vue|wasm)$/,
  /^(?:asm|c|cc|cpp|cs|cxx|d|dart|go|h|hh|hpp|hs|hxx|java|kts?|mm?|nim|rs|scala|sol|swift|zig)$/,
  /^(?:bash|bat|clj|ejs|elm|erl|exs?|fish|fsx|groovy|jl|lua|mli?|php|pl|ps1|pyi?|rb?|sh|sql|vim|zsh)$/,
  /^(?:bib|csv|diff|gif|ipynb|jpe?g|json[5cl]?|mdx?|pdf|png|rst|snap|svg|tex|txt|webp|xml|ya?ml)$/,
  /^(?:cfg|cmake|conf|csproj|gradle|hcl|ini|mk|nix|plist|prisma|proto|sln|tf|toml)$/,
];

/** Ends that are much more often a member of something, except in a folder. */
const folderEnds = /^(?:env|lock|log|mod|patch|sum)$/;

/** Names that are files without such an end, or although their end is a member's. */
const wholeNames =
  /^(?:\.env|\.gitignore|\.npmrc|\.editorconfig|(?:cargo|composer|gemfile|poetry|yarn)\.lock|go\.(?:mod|sum)|(?:docker|make)file)$/;

/** `Node.js` is a product, `res.json` a call, `docs@x.rs` an address, `x.com/a.html` a site. */
const notFile =
  /^(?:(?:node|vue|next|nuxt|react|express|d3|three)\.js|(?:console|document|math|process|req|request|res|response|self|this|window)\..*|[^\\/@]*@[^\\/]*|[^\\/]*\.(?:com|dev|io|net|org)[\\/].*)$/i;

/**
 * The names of files in a text, with the plain text between them. Conservative: only what looks
 * like a file and hardly like anything else.
 */
export function placesIn(text: string): readonly (string | PlacedText)[] {
  const parts: (string | PlacedText)[] = [];
  let from = 0;
  for (const { 0: whole, index } of text.matchAll(words)) {
    const word = trimEnd(whole, lastMarks);
    const isCall = text[index + whole.length] === '(';
    const place = isCall || word.length > longestWord ? undefined : placeOfWord(word);
    if (place !== undefined) {
      if (index > from) {
        parts.push(text.slice(from, index));
      }
      parts.push({ text: word, place });
      from = index + word.length;
    }
  }
  if (from < text.length) {
    parts.push(text.slice(from));
  }
  return parts;
}

/**
 * As `placesIn`, for a line that may be a path as a whole, with blanks in it or without a telling
 * end.
 */
export function placesInTitle(title: string): readonly (string | PlacedText)[] {
  // A blank in the first folder is a prompt's: `/review what …`.
  const isAbsolute = /^(?:~?\/|[A-Za-z]:[\\/])[^\s\\/]+[\\/]./.test(title);
  const place = isAbsolute && !title.endsWith('…') ? placeOfPath(title) : undefined;
  return place === undefined ? placesIn(title) : [{ text: title, place }];
}

/**
 * A path that the log names as one; undefined if it is unsafe to follow.
 *
 * @param line from 1, if not in the text; as foreign as the path, so it may be none.
 */
export function placeOfPath(text: string, line = 0): FilePlace | undefined {
  const place = { ...positioned(text), ...(line > 0 && line <= lastLine ? { line } : {}) };
  const isFollowed =
    place.path !== '' &&
    place.path.length <= longestPath &&
    // Control and invisible characters, another machine, an address, a way out of the folder.
    !/[\p{Cc}\p{Cf}\u2028\u2029]|^[\\/]{2}|^[A-Za-z][A-Za-z\d+.-]+:|(?:^|[\\/])\.\.(?:[\\/]|$)/u.test(
      place.path,
    );
  return isFollowed ? place : undefined;
}

/** Where a link's address is a path, as agents write it: `src/a.ts#L12`. */
export function placeOfLink(href: string): FilePlace | undefined {
  const [only, ...others] = placesInTitle(decoded(href));
  return others.length > 0 || typeof only === 'string' ? undefined : only?.place;
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    // A percent sign that encodes nothing: as written.
    return address;
  }
}

function placeOfWord(word: string): FilePlace | undefined {
  const place = placeOfPath(word);
  if (place === undefined || !path.test(place.path) || notFile.test(place.path)) {
    return undefined;
  }
  const [name = '', ...folders] = place.path.split(/[\\/]/).reverse();
  const dot = name.lastIndexOf('.');
  const end = name.slice(dot + 1).toLowerCase();
  // A name such as `a.m` is rather an abbreviation, and `.js` speaks of all such files.
  const isNamed =
    ends.some((pattern) => pattern.test(end)) &&
    (folders.length > 0 ? dot > 0 : dot > (end.length > 1 ? 0 : 2));
  const isFile =
    isNamed ||
    (folders.length > 0 && dot > 0 && folderEnds.test(end)) ||
    wholeNames.test(name.toLowerCase());
  return isFile ? place : undefined;
}

function positioned(text: string): FilePlace {
  const match = position.exec(text);
  if (match === null || match.index === 0) {
    return { path: text };
  }
  const name = text.slice(0, match.index);
  const line = Number(match[1] ?? match[3]);
  if (line === 0) {
    return { path: name };
  }
  return { path: name, line, ...(match[2] === undefined ? {} : { column: Number(match[2]) }) };
}
