/**
 * What both Node and browsers offer but ES2023 alone does not declare. Core is compiled with
 * `types: []`, so nothing else from either can slip in.
 */
declare class TextDecoder {
  constructor(label?: 'utf-8', options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(bytes?: Uint8Array): string;
}

declare class TextEncoder {
  encode(text: string): Uint8Array;
}

declare class URLSearchParams {
  constructor(query: string);
  has(name: string): boolean;
  getAll(name: string): string[];
}
