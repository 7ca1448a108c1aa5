import { z } from 'zod';

/** Whether it looks like an address that letters can go to. */
export function isAddress(text: string): boolean {
  return z.regexes.email.test(text);
}

/** Document 1 §9: what is cut out, within what the picture is seen in, and how far it can be zoomed. */
export const cropping = { viewport: 160, boundary: 240, least: 0.1, most: 3, step: 0.01 } as const;

/** As the server bounds pictures; a browser that decodes more may not live through it. */
export const mostPicturePixels = 50_000_000;
/** No picture of a face needs more. */
const mostSide = 1000;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** How large a picture is shown, and how far its middle is from that of what is cut out, in pixels of the screen. */
export interface Placed {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

/** The smallest zoom at which the picture covers what is cut out. */
export function leastZoom({ width, height }: Size): number {
  const covering = cropping.viewport / Math.min(width, height);
  return Math.max(cropping.least, Math.ceil(round(covering / cropping.step)) * cropping.step);
}

/** Whether a picture can cover what is cut out of it at all. */
export function isLargeEnough(picture: Size): boolean {
  return leastZoom(picture) <= cropping.most;
}

/** As a picture is shown at first: whole across, in the middle. */
export function firstPlaced(picture: Size): Placed {
  return held(picture, { zoom: cropping.boundary / Math.min(picture.width, picture.height), x: 0, y: 0 });
}

/** The same, with the zoom within its bounds and nothing beside the picture to be seen in what is cut out. */
export function held(picture: Size, { zoom, x, y }: Placed): Placed {
  const bound = Math.min(cropping.most, Math.max(leastZoom(picture), zoom));
  const stepped = round(Math.round(round(bound / cropping.step)) * cropping.step);
  const keep = (offset: number, side: number): number => {
    const most = Math.max(0, (side * stepped - cropping.viewport) / 2);
    return Math.min(most, Math.max(-most, offset));
  };
  return { zoom: stepped, x: keep(x, picture.width), y: keep(y, picture.height) };
}

/** The square of the picture's own pixels that is cut out, and the side that it is drawn at: half of that. */
export function cutOf(picture: Size, placed: Placed) {
  const { zoom, x, y } = held(picture, placed);
  const side = Math.min(cropping.viewport / zoom, picture.width, picture.height);
  const from = (length: number, offset: number): number =>
    Math.min(length - side, Math.max(0, length / 2 - offset / zoom - side / 2));
  return {
    left: from(picture.width, x),
    top: from(picture.height, y),
    side,
    drawn: Math.max(1, Math.min(mostSide, Math.round(side / 2))),
  };
}

/** Sums of hundredths are hundredths. */
function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
