import { openAltcha, type AltchaSettings } from './altcha/index.ts';
import { openGeetest, type GeetestSettings } from './geetest/index.ts';
import type { Captcha } from './port.ts';

export type CaptchaSettings =
  | ({ readonly provider: 'altcha' } & AltchaSettings)
  | ({ readonly provider: 'geetest' } & GeetestSettings);

/** The captcha of the settings: the embedded proof of work, or GeeTest. */
export function openCaptcha(settings: CaptchaSettings): Captcha {
  return settings.provider === 'altcha' ? openAltcha(settings) : openGeetest(settings);
}
