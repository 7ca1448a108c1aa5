import type { Clock } from '../base/time.ts';
import { openCaptcha } from '../ports/captcha/index.ts';
import type { Captcha } from '../ports/captcha/port.ts';
import { openMail } from '../ports/mail/index.ts';
import type { Mail } from '../ports/mail/port.ts';
import { openPayments } from '../ports/payments/index.ts';
import type { Payments } from '../ports/payments/port.ts';
import { closePlatforms, openPlatforms, type Platforms } from '../ports/platform/index.ts';
import { openSms } from '../ports/sms/index.ts';
import type { Sms } from '../ports/sms/port.ts';
import type { OutsideConfig } from './config.ts';

/** Every outside party, behind its port. The same connectors run in the sandbox: only addresses and keys differ. */
export interface Outside {
  readonly platforms: Platforms;
  readonly payments: Payments;
  readonly mail: Mail;
  readonly sms: Sms;
  readonly captcha: Captcha;
  close(): Promise<void>;
}

export function openOutside(config: OutsideConfig, clock: Clock): Outside {
  const platforms = openPlatforms({
    mt5: { address: config.MT5_URL, managerLogin: config.MT5_LOGIN, managerPassword: config.MT5_PASSWORD, clock },
    mt4: {
      address: config.MT4_BRIDGE_URL,
      managerLogin: config.MT4_BRIDGE_LOGIN,
      managerPassword: config.MT4_BRIDGE_PASSWORD,
      clock,
    },
  });
  const mail = openMail({ provider: 'smtp', ...smtpOf(new URL(config.SMTP_URL)), from: config.MAIL_FROM });
  return {
    platforms,
    mail,
    payments: openPayments({
      provider: 'praxis',
      address: config.PRAXIS_URL,
      merchantId: config.PRAXIS_MERCHANT_ID,
      applicationKey: config.PRAXIS_APPLICATION_KEY,
      merchantSecret: config.PRAXIS_SECRET,
      clock,
    }),
    sms: openSms({
      provider: 'twilio',
      address: config.SMS_URL,
      accountSid: config.SMS_ACCOUNT,
      authToken: config.SMS_TOKEN,
      from: config.SMS_FROM,
    }),
    captcha: captchaOf(config, clock),
    async close() {
      mail.close();
      await closePlatforms(platforms);
    },
  };
}

/** GeeTest where the broker has an account there, else the embedded proof of work. */
function captchaOf(config: OutsideConfig, clock: Clock): Captcha {
  const { GEETEST_URL, GEETEST_ID, GEETEST_KEY } = config;
  if (GEETEST_URL && GEETEST_ID && GEETEST_KEY) {
    return openCaptcha({ provider: 'geetest', address: GEETEST_URL, gt: GEETEST_ID, key: GEETEST_KEY, clock });
  }
  return openCaptcha({ provider: 'altcha', secret: config.CAPTCHA_SECRET, clock });
}

function smtpOf(url: URL): {
  host: string;
  port: number;
  secure: boolean;
  requireTls: boolean;
  user?: string;
  password?: string;
} {
  const secure = url.protocol === 'smtps:';
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  return {
    host: url.hostname,
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    requireTls: !secure && !isLocal,
    ...(url.username ? { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) } : {}),
  };
}
