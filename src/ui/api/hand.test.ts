import { expect, test } from 'vitest';
import { openHand } from './hand.ts';

function opened() {
  let now = 0;
  let moved = (): void => undefined;
  const told: number[] = [];
  const hand = openHand({ nowMs: () => now, watch: (work) => (moved = work), tell: () => told.push(now) });
  return { hand, told, move: () => moved(), at: (seconds: number) => (now = seconds * 1000) };
}

test('whoever opened the page is there, and away once they have touched nothing for a minute', () => {
  const { hand, at, move } = opened();
  expect(hand.isAway()).toBe(false);
  at(59);
  expect(hand.isAway()).toBe(false);
  at(60);
  expect(hand.isAway()).toBe(true);
  move();
  expect(hand.isAway()).toBe(false);
});

test('whoever moves without asking for anything tells the server once a minute', () => {
  const { told, at, move } = opened();
  for (let second = 1; second <= 180; second += 1) {
    at(second);
    move();
  }
  expect(told).toEqual([60_000, 120_000, 180_000]);
});

test('what was asked for meanwhile has told it, and nobody who is away tells anything', () => {
  const { hand, told, at, move } = opened();
  at(50);
  hand.told();
  at(100);
  move();
  expect(told).toEqual([]);
  at(110);
  move();
  expect(told).toEqual([110_000]);
  at(900);
  expect(told).toEqual([110_000]);
});
