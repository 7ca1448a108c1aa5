import type { DeepPartial, OverlayTemplate, Styles } from 'klinecharts';
import { candleStyles, type Colours } from './candleLook.ts';
import { faded } from './chartColours.ts';

/** Where the library finds a line's value in what it is told of a slot. */
export const lineKey = 'line';
/** What stays empty at both ends of a line, in pixels, so that marks are whole there. */
export const edge = 8;
const markSize = 5;
const pointSize = 4;
/** To the library a number from one on is no curve but rounds the corners: pointed ones stick out over the highest value. */
const straight: unknown = 1;

interface LineStyles {
  readonly colours: Colours;
  readonly family: string;
  /** One point makes no line, and is shown by itself. */
  readonly isAlone: boolean;
}

export function lineStyles({ colours, family, isAlone }: LineStyles): DeepPartial<Styles> {
  const { candle, ...shared } = candleStyles(colours, family);
  const dot = { color: colours.accent, radius: pointSize, rippleColor: colours.accent, rippleRadius: pointSize };
  const line = { lineColor: colours.accent, lineSize: 2, smooth: straight as boolean };
  const area = { ...line, value: lineKey, backgroundColor: faded(colours.accent) };
  return {
    ...shared,
    candle: { ...candle, type: 'area', area: { ...area, point: { ...dot, show: isAlone, animation: false } } },
    yAxis: { ...shared.yAxis, axisLine: { show: false } },
    // What is pointed at is a point of the line's, which the pointer is seldom on.
    crosshair: { show: false },
  };
}

/** What is drawn over a line is drawn in. */
export type OverLook = Readonly<Record<'ink' | 'surface' | 'accent' | 'ink-soft', string>>;

const plain = {
  totalStep: 2,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
} as const;

/** Money that came in or went out, on the line: a triangle up or down, told in words by the tip and the table. */
export const markOverlay: OverlayTemplate<OverLook & { readonly mark: 'in' | 'out' }> = {
  ...plain,
  name: 'mark',
  createPointFigures: ({ coordinates, overlay }) => {
    const [{ x, y } = { x: 0, y: 0 }] = coordinates;
    const { mark, ink, surface } = overlay.extendData;
    const tip = mark === 'in' ? -markSize : markSize;
    const corners = [
      { x, y: y + tip },
      { x: x + markSize, y: y - tip },
      { x: x - markSize, y: y - tip },
    ];
    const styles = { style: 'stroke_fill', color: ink, borderColor: surface, borderSize: 1 };
    return { type: 'polygon', attrs: { coordinates: corners }, styles, ignoreEvent: true };
  },
};

/** The point that the tip tells of. */
export const pointedOverlay: OverlayTemplate<OverLook> = {
  ...plain,
  name: 'pointed',
  createPointFigures: ({ coordinates, bounding, overlay }) => {
    const [{ x, y } = { x: 0, y: 0 }] = coordinates;
    const { accent, surface, 'ink-soft': soft } = overlay.extendData;
    const ends = [
      { x, y: 0 },
      { x, y: bounding.height },
    ];
    const dot = { style: 'stroke_fill', color: accent, borderColor: surface, borderSize: 2 };
    return [
      {
        type: 'line',
        attrs: { coordinates: ends },
        styles: { style: 'dashed', dashedValue: [4, 3], size: 1, color: soft },
        ignoreEvent: true,
      },
      { type: 'circle', attrs: { x, y, r: pointSize + 1 }, styles: dot, ignoreEvent: true },
    ];
  },
};
