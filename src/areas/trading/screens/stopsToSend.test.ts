import { expect, test } from 'vitest';
import { stopsShown, stopsToSend, touchedBy } from './stopsToSend.ts';

const opened = { stop_loss: '1.0800', take_profit: '1.0900' };

test('what nobody has touched is sent as the position has it now, though it has moved since the dialog was opened', () => {
  const { draft } = stopsShown(opened, {});
  const touched = touchedBy({}, draft, { ...draft, takeProfit: '1.0950' });
  const trailed = { ...opened, stop_loss: '1.0830' };
  expect(stopsToSend(stopsShown(trailed, touched).draft)).toEqual({ stop_loss: '1.0830', take_profit: '1.0950' });
  // Taken away elsewhere meanwhile, it stays so.
  const without = { ...opened, stop_loss: null };
  expect(stopsToSend(stopsShown(without, touched).draft)).toEqual({ take_profit: '1.0950' });
});

test('what was touched stays as it was typed, whatever becomes of the position, and emptied it is taken away', () => {
  const { draft } = stopsShown(opened, {});
  const touched = touchedBy(touchedBy({}, draft, { ...draft, stopLoss: '1.0810' }), draft, { ...draft, takeProfit: '' });
  const moved = { stop_loss: '1.0830', take_profit: '1.0990' };
  expect(stopsToSend(stopsShown(moved, touched).draft)).toEqual({ stop_loss: '1.0810' });
});

test('nothing has moved while what is shown is what the position has', () => {
  expect(stopsShown(opened, {}).isMoved).toBe(false);
  expect(stopsShown({ ...opened, stop_loss: '1.0830' }, {}).isMoved).toBe(false);
  expect(stopsShown(opened, { stopLoss: '1.0810' }).isMoved).toBe(true);
  expect(stopsShown(opened, { takeProfit: '' }).isMoved).toBe(true);
});
