import type { VendorAccess } from './keys.ts';

/** The vendors as the environment names them in production; GeeTest is named by whoever wants it. */
export function environmentOf({
  mail,
  sms,
  payments,
  skrill,
  netwallet,
  cardissuer,
  nowpayments,
  bank,
  screening,
  calendar,
  research,
  tracking,
  push,
  mt5,
  mt4,
  referenceRates,
  scanner,
  verification,
  watchlists,
}: VendorAccess) {
  return {
    MT5_URL: mt5.address,
    MT5_LOGIN: mt5.login,
    MT5_PASSWORD: mt5.password,
    MT4_BRIDGE_URL: mt4.address,
    MT4_BRIDGE_LOGIN: mt4.login,
    MT4_BRIDGE_PASSWORD: mt4.password,
    PRAXIS_URL: payments.address,
    PRAXIS_MERCHANT_ID: payments.merchantId,
    PRAXIS_APPLICATION_KEY: payments.applicationKey,
    PRAXIS_SECRET: payments.merchantSecret,
    SKRILL_URL: skrill.address,
    SKRILL_QUERY_URL: skrill.address,
    SKRILL_MERCHANT_ID: skrill.merchantId,
    SKRILL_EMAIL: skrill.email,
    SKRILL_SECRET_WORD: skrill.secretWord,
    SKRILL_QUERY_PASSWORD: skrill.queryPassword,
    ...ownProtocol({ netwallet, cardissuer }),
    NOWPAYMENTS_URL: nowpayments.address,
    NOWPAYMENTS_API_KEY: nowpayments.apiKey,
    NOWPAYMENTS_IPN_SECRET: nowpayments.ipnSecret,
    NOWPAYMENTS_EMAIL: nowpayments.email,
    NOWPAYMENTS_PASSWORD: nowpayments.password,
    ADDRESS_SCREENING_URL: screening.address,
    ADDRESS_SCREENING_KEY: screening.key,
    ADDRESS_SCREENING_SECRET: screening.secret,
    BANK_URL: bank.address,
    BANK_KEY: bank.key,
    BANK_ACCOUNTS: JSON.stringify(bank.accounts),
    ...messageEnvironmentOf({ mail, sms, push }),
    ECB_URL: referenceRates.address,
    CLAMD_URL: scanner.address,
    ...verificationEnvironmentOf(verification),
    ...toolsEnvironmentOf({ calendar, research, tracking, watchlists }),
  } as const;
}

function messageEnvironmentOf({ mail, sms, push }: Pick<VendorAccess, 'mail' | 'sms' | 'push'>) {
  return {
    SMTP_URL: `smtp://${encodeURIComponent(mail.user)}:${encodeURIComponent(mail.password)}@${mail.host}:${mail.port}`,
    SMS_URL: sms.address,
    SMS_ACCOUNT: sms.accountSid,
    SMS_TOKEN: sms.authToken,
    SMS_FROM: sms.from,
    VAPID_PUBLIC_KEY: push.publicKey,
    VAPID_PRIVATE_KEY: push.privateKey,
    VAPID_CONTACT: 'mailto:portal@atrium.test',
    PUSH_HOSTS: new URL(push.address).host,
  } as const;
}

function toolsEnvironmentOf({
  calendar,
  research,
  tracking,
  watchlists,
}: Pick<VendorAccess, 'calendar' | 'research' | 'tracking' | 'watchlists'>) {
  return {
    WATCHLISTS: JSON.stringify(watchlists),
    CALENDAR_URL: calendar.address,
    CALENDAR_KEY: calendar.key,
    CALENDAR_SECRET: calendar.secret,
    RESEARCH_URL: research.address,
    RESEARCH_KEY: research.key,
    RESEARCH_SECRET: research.secret,
    MATOMO_URL: tracking.address,
    MATOMO_SITE: tracking.site,
    MATOMO_PORTAL: 'https://portal.invalid',
    MATOMO_TOKEN: tracking.token,
  } as const;
}

function verificationEnvironmentOf(verification: VendorAccess['verification']) {
  return {
    SUMSUB_URL: verification.address,
    SUMSUB_PAGE_URL: verification.address,
    SUMSUB_APP_TOKEN: verification.appToken,
    SUMSUB_SECRET: verification.secret,
    SUMSUB_WEBHOOK_SECRET: verification.webhookSecret,
    SUMSUB_LEVEL: verification.profileLevel,
    SUMSUB_SCAN_LEVEL: verification.scanLevel,
  } as const;
}

export function geetestEnvironmentOf({ geetest }: VendorAccess) {
  return {
    GEETEST_URL: geetest.address,
    GEETEST_SCRIPT: geetest.script,
    GEETEST_ID: geetest.gt,
    GEETEST_KEY: geetest.key,
  } as const;
}

/** Those that speak our own protocol. */
function ownProtocol({ netwallet, cardissuer }: Pick<VendorAccess, 'netwallet' | 'cardissuer'>) {
  return {
    NETWALLET_URL: netwallet.address,
    NETWALLET_MERCHANT: netwallet.merchant,
    NETWALLET_SECRET: netwallet.secret,
    CARD_ISSUER_URL: cardissuer.address,
    CARD_ISSUER_MERCHANT: cardissuer.merchant,
    CARD_ISSUER_SECRET: cardissuer.secret,
  };
}
