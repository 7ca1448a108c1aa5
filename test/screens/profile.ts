import { pngFile } from '../../src/server/testing/files.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

export const screens: readonly Screen[] = [
  { name: 'profile', path: 'profile', as: 'global.active' },
  { name: 'profile-picture', path: 'profile', as: 'global.active', open: choosePicture, isOver: true },
  { name: 'profile-frozen', path: 'profile', as: 'global.frozen' },
  { name: 'profile-subscriptions', path: 'profile/subscriptions', as: 'global.active' },
  { name: 'profile-privacy', path: 'profile/privacy', as: 'global.active' },
  { name: 'profile-privacy-never', path: 'profile/privacy', as: 'cn.active' },
  { name: 'profile-email', path: 'profile/change-email', as: 'global.active' },
  { name: 'profile-email-proof', path: 'profile/change-email', as: 'global.active', open: askForProof, isOver: true },
  { name: 'profile-mobile', path: 'profile/change-mobile', as: 'global.active' },
  { name: 'profile-verify-email', path: 'profile/verify-email', as: 'global.active' },
  { name: 'profile-verify-mobile', path: 'profile/verify-mobile', as: 'global.full' },
  { name: 'profile-add-email', path: 'profile/add-email', as: 'global.active' },
  { name: 'profile-edit-tax-id', path: 'profile/edit-tax-id', as: 'global.active' },
  { name: 'profile-update-records', path: 'profile/update-records', as: 'global.active' },
  { name: 'profile-freeze', path: 'profile/freeze', as: 'global.active' },
  { name: 'profile-freeze-broker', path: 'profile/freeze', as: 'global.frozen' },
  { name: 'profile-wake', path: 'profile/wake', as: 'global.dormant' },
  { name: 'profile-wake-awake', path: 'profile/wake', as: 'global.active' },
];

async function askForProof({ page, say }: ScreenHelpers): Promise<void> {
  await page.getByLabel(say('profile.email.new'), { exact: true }).fill('another@example.com');
  await page.getByRole('button', { name: say('profile.goOn'), exact: true }).click();
  await page.getByRole('dialog').waitFor();
}

async function choosePicture({ page, say }: ScreenHelpers): Promise<void> {
  const face = { name: 'face.png', mimeType: 'image/png', buffer: pngFile({ width: 400, height: 300 }) };
  await page.getByLabel(say('profile.picture.choose')).setInputFiles(face);
  await page.getByRole('dialog').getByLabel(say('profile.picture.zoom')).waitFor();
}
