/** As much of fontkit as is used: it ships no types. */
declare module 'fontkit' {
  export interface Glyph {
    readonly path: { toSVG(): string };
  }
  export interface Font {
    readonly unitsPerEm: number;
    layout(text: string): {
      readonly glyphs: readonly Glyph[];
      readonly positions: readonly { readonly xAdvance: number; readonly xOffset: number; readonly yOffset: number }[];
      readonly advanceWidth: number;
    };
  }
  export function create(bytes: Buffer): Font;
}
