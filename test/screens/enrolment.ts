import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'enrolment-global', path: '?step2=1', as: 'global.my', open: stand, isOver: true },
  { name: 'enrolment-eu', path: '?step2=1', as: 'eu.lead', open: stand, isOver: true },
  { name: 'enrolment-faults', path: '?step2=1', as: 'global.my', open: sendEmpty, isOver: true },
  { name: 'enrolment-yearly', path: '?step2=1', as: 'global.repeat', open: stand, isOver: true },
  { name: 'enrolment-leaving', path: '?step2=1', as: 'global.my', open: ask, isOver: true },
];

async function stand({ page }: ScreenHelpers): Promise<void> {
  await page.locator('dialog[open] select[name="place_of_birth"]').waitFor();
}

async function sendEmpty(stage: ScreenHelpers): Promise<void> {
  await stand(stage);
  await stage.page.locator('dialog[open] form [type="submit"]').click();
  await stage.page.locator('dialog[open] [aria-invalid="true"]').first().waitFor();
}

/** The button that closes it asks first. */
async function ask(stage: ScreenHelpers): Promise<void> {
  await stand(stage);
  await stage.page.locator('dialog[open] header button').click();
  await stage.page.getByRole('button', { name: stage.say('enrolment.leave.stay') }).waitFor();
}
