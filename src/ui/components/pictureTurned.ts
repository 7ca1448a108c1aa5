/** How often a picture is turned by a quarter, clockwise. */
export type Quarters = 0 | 1 | 2 | 3;

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Part extends Size {
  readonly x: number;
  readonly y: number;
}

/** How large a picture is once it was turned. */
export function sizeTurned({ width, height }: Size, turns: Quarters): Size {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width };
}

/**
 * Where the corner of the picture as it was stands in the turned one, and by what it is turned: what a canvas is moved by before the
 * picture is drawn at its own corner.
 */
export function placedTurned({ width, height }: Size, turns: Quarters): { readonly x: number; readonly y: number } {
  if (turns === 1) return { x: height, y: 0 };
  if (turns === 2) return { x: width, y: height };
  return turns === 3 ? { x: 0, y: width } : { x: 0, y: 0 };
}

interface Drawing {
  readonly bitmap: ImageBitmap;
  readonly turns: Quarters;
  /** Of the turned picture, in its pixels. */
  readonly part: Part;
  readonly scale: number;
}

/** Draws a part of the turned picture over the whole of the canvas. */
export function drawPart(canvas: HTMLCanvasElement, { bitmap, turns, part, scale }: Drawing): void {
  canvas.width = Math.max(1, Math.round(part.width * scale));
  canvas.height = Math.max(1, Math.round(part.height * scale));
  const drawing = canvas.getContext('2d');
  if (!drawing) return;
  const at = placedTurned(bitmap, turns);
  drawing.scale(scale, scale);
  drawing.translate(at.x - part.x, at.y - part.y);
  drawing.rotate((turns * Math.PI) / 2);
  drawing.drawImage(bitmap, 0, 0);
}
