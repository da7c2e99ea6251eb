/* The parts of Temml that make a tree of MathML. Its own bundle has more, and all of it twice. */

declare module 'temml/src/Settings.js' {
  export interface MathSettings {
    readonly maxSize: readonly [number, number];
  }
  const Settings: new (options: {
    readonly displayMode?: boolean;
    readonly trust?: boolean;
    readonly maxExpand?: number;
    readonly maxSize?: readonly [number, number];
  }) => MathSettings;
  export { Settings as default };
}

declare module 'temml/src/parseTree.js' {
  import type { MathSettings } from 'temml/src/Settings.js';

  /** @throws Error for what is no formula. */
  function parseTree(formula: string, settings: MathSettings): unknown;
  export { parseTree as default };
}

declare module 'temml/src/Style.js' {
  export interface MathStyle {
    readonly level: number;
    readonly maxSize: readonly [number, number];
  }
  const Style: new (of: MathStyle) => MathStyle;
  export { Style as default };
}

declare module 'temml/src/constants.js' {
  export const StyleLevel: { readonly DISPLAY: number };
}

declare module 'temml/src/buildMathML.js' {
  import type { MathSettings } from 'temml/src/Settings.js';
  import type { MathStyle } from 'temml/src/Style.js';

  export interface TemmlNode {
    readonly type?: string;
    readonly text?: string;
    readonly attributes?: Readonly<Record<string, unknown>>;
    readonly classes?: readonly string[];
    readonly children?: readonly TemmlNode[];
  }
  function buildMathML(
    tree: unknown,
    formula: string,
    style: MathStyle,
    settings: MathSettings,
  ): TemmlNode;
  export { buildMathML as default };
}
