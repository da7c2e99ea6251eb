/* The parts of Temml that make a tree of MathML. Its own bundle has more, and all of it twice. */

declare module 'temml/src/Settings.js' {
  export default class Settings {
    constructor(options: {
      readonly displayMode?: boolean;
      readonly trust?: boolean;
      readonly maxExpand?: number;
      readonly maxSize?: readonly [number, number];
    });
    readonly maxSize: readonly [number, number];
  }
}

declare module 'temml/src/parseTree.js' {
  import type Settings from 'temml/src/Settings.js';
  /** @throws Error for what is no formula. */
  export default function parseTree(formula: string, settings: Settings): unknown;
}

declare module 'temml/src/Style.js' {
  export default class Style {
    constructor(of: { readonly level: number; readonly maxSize: readonly [number, number] });
  }
}

declare module 'temml/src/constants.js' {
  export const StyleLevel: { readonly DISPLAY: number };
}

declare module 'temml/src/buildMathML.js' {
  import type Settings from 'temml/src/Settings.js';
  import type Style from 'temml/src/Style.js';

  export interface TemmlNode {
    readonly type?: string;
    readonly text?: string;
    readonly attributes?: Readonly<Record<string, unknown>>;
    readonly classes?: readonly string[];
    readonly children?: readonly TemmlNode[];
  }
  export default function buildMathML(
    tree: unknown,
    formula: string,
    style: Style,
    settings: Settings,
  ): TemmlNode;
}
