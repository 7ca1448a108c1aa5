import { init, type Chart, type Options } from 'klinecharts';

export interface OpenedChart {
  readonly chart: Chart;
  /** All that the library has put into the element. */
  readonly canvas: HTMLElement;
}

/** The library's chart in an element; undefined where it draws nothing. What is beside it says all that it draws: nobody comes to it by key. */
export function openChart(element: HTMLElement, options: Options): OpenedChart | undefined {
  const chart = init(element, options);
  const [canvas] = element.children;
  if (!chart || !(canvas instanceof HTMLElement)) return undefined;
  canvas.tabIndex = -1;
  return { chart, canvas };
}
