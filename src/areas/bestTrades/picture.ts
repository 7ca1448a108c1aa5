import { formatMinor } from '../../base/money.ts';
import type { Say } from '../../base/wording.ts';
import { languages, type LanguageKey } from '../../law/languages.ts';
import { escaped } from '../../tables/escaping.ts';
import { drawnLine, lineWidth, outlined, type LineSetting } from '../../tables/outlines.ts';
import { pictureSize, type ChartPoint } from './contract.ts';
import type { TradeRow } from './store.ts';

/** What is drawn, and for readers of which language. Nobody's name or number is in it. */
export interface Drawn {
  readonly trade: TradeRow;
  readonly chart: readonly ChartPoint[];
  readonly say: Say;
  readonly language: LanguageKey;
  readonly brand: { readonly name: string; readonly accent: string };
  /** What stands at the foot where the law asks for more than the usual line. */
  readonly warning: string | undefined;
}

const margin = 36;
const plot = { left: 252, right: pictureSize.width - margin, top: 96, bottom: 312 } as const;
const ink = { text: '#ffffff', soft: '#c9d6d8', gain: '#5fe3a1', line: '#ffffff', grid: '#ffffff33' } as const;

/** The picture as SVG 1.1; what reads from the right begins at the right. */
export function pictureOf({ trade, chart, say, language, brand, warning }: Drawn): string {
  const { direction, formats } = languages[language];
  const at = (x: number): number => (direction === 'rtl' ? pictureSize.width - x : x);
  const text: Writer = (y, content, { size, colour, weight = 'plain' }) => {
    const setting = { size, weight, direction };
    const x = direction === 'rtl' ? at(margin) - lineWidth(content, setting) : margin;
    return `<g fill="${colour}">${outlined(content, { x, y }, setting)}</g>`;
  };
  const instant = (when: Date): string =>
    new Intl.DateTimeFormat(formats, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(when);
  const facts = [
    [say('bestTrade.opened'), trade.openPrice ?? '—', trade.openedAt ? instant(trade.openedAt) : ''],
    [say('bestTrade.closed'), trade.closePrice, instant(trade.closedAt)],
  ] as const;
  const small: Look = { size: 11, colour: ink.soft };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pictureSize.width}" height="${pictureSize.height}">`,
    `<rect width="100%" height="100%" fill="#0d1f24"/><rect width="100%" height="6" fill="${escaped(brand.accent)}"/>`,
    text(56, brand.name, { size: 22, colour: ink.text, weight: 'bold' }),
    text(118, say(`bestTrade.${trade.side}`, { symbol: trade.symbol }), { size: 18, colour: ink.text }),
    text(152, profitIn(trade, formats), { size: 24, colour: ink.gain, weight: 'bold' }),
    ...facts.flatMap(([name, price, when], place) => {
      const top = 196 + place * 66;
      return [text(top, name, label), text(top + 22, price, value), text(top + 40, when, label)];
    }),
    ...plotted(
      chart.map(({ price }) => price),
      at,
    ),
    text(350, say('bestTrade.past'), { size: 12, colour: ink.soft }),
    ...linesOf(warning ?? '', { ...small, weight: 'plain', direction }).map((line, place) => text(368 + place * 14, line, small)),
    '</svg>',
  ].join('');
}

interface Look {
  readonly size: number;
  readonly colour: string;
  readonly weight?: 'plain' | 'bold';
}
type Writer = (y: number, content: string, look: Look) => string;

const label: Look = { size: 13, colour: ink.soft };
const value: Look = { size: 17, colour: ink.text, weight: 'bold' };

function profitIn({ currency, result }: TradeRow, formats: string): string {
  const figure = formatMinor(result, currency) as Intl.StringNumericLiteral;
  return new Intl.NumberFormat(formats, { style: 'currency', currency, currencyDisplay: 'code', signDisplay: 'always' }).format(
    figure,
  );
}

/** The price as a line between two rules; time runs from the left in every language, as on the charts of the portal. */
function plotted(prices: readonly string[], at: (x: number) => number): string[] {
  if (prices.length < 2) return [];
  const [left = 0, right = 0] = [at(plot.left), at(plot.right)].toSorted((one, other) => one - other);
  const { points, end } = drawnLine(prices, { left, right, top: plot.top, bottom: plot.bottom });
  return [
    ...[plot.top, plot.bottom].map((height) => `<path d="M${left} ${height}H${right}" stroke="${ink.grid}"/>`),
    `<polyline points="${points}" fill="none" stroke="${ink.line}" stroke-width="2" stroke-linejoin="round"/>`,
    `<circle cx="${end.x}" cy="${end.y}" r="5" fill="${ink.gain}"/>`,
  ];
}

/** Two lines at most, broken between words. */
function linesOf(text: string, setting: LineSetting): string[] {
  const lines: string[] = [];
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    const last = lines.at(-1);
    const fits = last !== undefined && lineWidth(last + segment, setting) <= pictureSize.width - 2 * margin;
    if (fits) lines[lines.length - 1] = last + segment;
    else lines.push(segment.trimStart());
  }
  return lines.slice(0, 2);
}
