/** The theme's colours as a canvas takes them: `rgb(…)`, resolved in the scheme that is on. */
export function chartColours(place: HTMLElement): Readonly<Record<ChartColour, string>> {
  const probe = document.createElement('span');
  place.append(probe);
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const colours = Object.fromEntries(names.map((name) => [name, resolve(name, probe, pen)]));
  probe.remove();
  return colours as Record<ChartColour, string>;
}

const names = ['ink', 'ink-soft', 'line', 'surface', 'accent', 'gain', 'loss'] as const;
export type ChartColour = (typeof names)[number];

function resolve(name: ChartColour, probe: HTMLElement, pen: CanvasRenderingContext2D | null): string {
  probe.style.color = `var(--${name})`;
  const computed = getComputedStyle(probe).color;
  if (!pen) return computed;
  // A mix is computed as oklch(…), which chart libraries cannot read; a painted pixel is always red, green, blue.
  pen.fillStyle = computed;
  pen.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = pen.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}

/** The same, as it covers an area. */
export function faded(colour: string): string {
  return colour.replace('rgb(', 'rgba(').replace(')', ', 0.08)');
}

/** Calls back when light turns to dark or back. Answers how to stop. */
export function onSchemeChange(change: () => void): () => void {
  const media = matchMedia('(prefers-color-scheme: dark)');
  const observer = new MutationObserver(change);
  media.addEventListener('change', change);
  observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
  return () => {
    media.removeEventListener('change', change);
    observer.disconnect();
  };
}

/** A decimal string as a place on a chart: pixels need no more digits than a float has, and no sum is made of it. */
export function plotted(decimal: string): number {
  return Number(decimal);
}
