/* What fits each field of each form, and what does not, by the rules of the documents: `form-inputs.test.ts` holds page and call to it. */

/** Of a field, what is typed well, and what is not. */
interface Inputs {
  readonly right: readonly unknown[];
  readonly wrong: readonly unknown[];
}

const long = (length: number): string => 'x'.repeat(length);
const upTo = (most: number): Inputs => ({ right: ['x', 'Two words', long(most)], wrong: [long(most + 1), 5, null] });
const between = (least: number, most: number): Inputs => ({
  right: [long(least), long(most)],
  wrong: [long(least - 1), long(most + 1), 5],
});
/** One of a list, and nothing beside it. */
const oneOf = (...options: readonly unknown[]): Inputs => ({ right: options, wrong: ['neither', 99_999, null] });
const ofWhole = (least: number, most: number, step = 1): Inputs => ({
  right: [least, most],
  wrong: [least - step, most + step, least + step / 2, 'many', null],
});
const sliderOf = (step: number): Inputs => ({
  right: [0, step, 100, String(step)],
  wrong: [-step, 100 + step, step / 2, 'half'],
});
/** What no line of a name may hold: signs that turn or break it. */
const line = (most: number): Inputs => ({
  right: ['', 'Ärzte & Söhne', long(most)],
  wrong: [long(most + 1), 'a\u202Eb', 'a\nb'],
});
const latin: Inputs = { right: ['', "O'Brien & Sons, 5/2", 'Böhm'], wrong: ['Компания', '公司', 'a<b', long(250)] };

const mail: Inputs = {
  right: ['a@b.co', ' a.b+c@sub.example.org '],
  wrong: ['', 'a', 'a@', '@b.co', 'a b@c.de', 'a@b', `${long(250)}@b.co`],
};
const kinds = {
  // Document 3 §5: exactly four digits.
  pin: { right: ['0000', '1234'], wrong: ['', '123', '12345', '12a4', ' 1234', '١٢٣٤'] },
  mail,
  // Document 2 §5: an optional plus, then 5 to 31 digits, blanks or hyphens.
  phone: {
    right: ['12345', '+1234567890123456789012345678901', '0 82-1 2'],
    wrong: ['', '1234', '++27821', '+27(82)1', '12345678901234567890123456789012'],
  },
  // Document 2 §5: eight at least, with a digit, both cases, of letters, digits and !@#$%^&*.
  newcomersPassword: {
    right: ['Abcdefg1', 'aB3!@#$%^&*'],
    wrong: ['Abcdef1', 'abcdefg1', 'ABCDEFG1', 'Abcdefgh', 'Abcdefg1 ', 'Abcdéfg1'],
  },
  // What it must be like is judged with the client's names and the platform's own rule.
  password: { right: ['x', long(200)], wrong: ['', long(201)] },
  knownPassword: { right: ['x', long(100)], wrong: ['', long(101)] },
  factor: upTo(40),
  appCode: { right: ['123456', '123 456', ' 123456 '], wrong: ['', '12345', '1234567', '12345a'] },
  check: { right: [true, false], wrong: ['maybe', 5, null] },
  yesNo: oneOf('yes', 'no'),
  country: { right: ['DE', 'CN'], wrong: ['de', 'DEU', 'D1', 5] },
  date: { right: ['1984-02-29', '2026-11-27'], wrong: ['1983-02-29', '2026-13-01', '27.11.2026', '2026-11', 5] },
  /** A file is looked into by the server alone: `server/uploads` and `npm run drill:uploads`. */
  file: { right: [], wrong: [] },
  number: { right: [512, '512'], wrong: [0, -1, 1.5, 'abc', '1e3', ''] },
  digits: { right: ['512'], wrong: ['', 'abc', '-1', '1234567890123'] },
  /** How much of it there may be is judged with the account. */
  amount: { right: ['250', '0.01', '1250.00'], wrong: [long(41), null, {}] },
  leverage: ofWhole(1, 5000),
  listed: { right: ['standard'], wrong: ['', null, 5] },
  answers: { right: [['123'], [123, 146]], wrong: [['abc'], ['1234567'], 'none', [1.5]] },
  score: { right: [1, 5], wrong: [0, 6, 'good'] },
} as const satisfies Readonly<Record<string, Inputs>>;

const each = (names: string, inputs: Inputs): Readonly<Record<string, Inputs>> =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, inputs]),
  );

/** Of every field what is typed well, and what is not. */
export const inputs: Readonly<Record<string, Inputs>> = {
  ...each('registration.code.pin passwords.pin.pin moves.pin.pin profile.pin.pin', kinds.pin),
  ...each('registration.signUp.email passwords.email.email profile.email.value profile.secondary_email.value', kinds.mail),
  'withdraw.withdraw.wallet_email': { ...kinds.mail, right: ['a@b.co', 'a.b+c@sub.example.org'] },
  ...each('registration.signUp.phone profile.mobile.value', kinds.phone),
  ...each('registration.signUp.password', kinds.newcomersPassword),
  ...each('registration.otherBrowser.password', kinds.knownPassword),
  ...each(
    `interposing.password.password interposing.password.password2 passwords.signIn.password passwords.signIn.password2
     passwords.trading.password passwords.trading.password2`,
    kinds.password,
  ),
  ...each('passwords.signIn.code', kinds.factor),
  ...each('security.totp.code', kinds.appCode),
  ...each(
    `registration.signUp.tc_accept interposing.personalData.is_agreed interposing.terms.i_agree_tc moves.terms.is_terms_agreed
     enrolment.tax.pay_taxes_in_place_of_birth enrolment.tax.dont_have_tax_id documents.identity.no_issue_date
     documents.identity.no_expiry_date documents.identity.reverse_follows documents.identity.id_is_por feedback.give.may_contact
     professional.request.requests_professional professional.accept.accepted_professional_tc profile.subscriptions.news
     profile.subscriptions.promotions profile.subscriptions.market_analysis profile.subscriptions.education
     investments.follow.safety_mode investments.follow.i_agree_tc investments.follow.i_agree_referral investors.questionnaire.agreement
     opening.open.swap_free opening.open.non_professional opening.open.i_agree_nasdaq opening.open.i_agree_tc
     prepaidCards.apply.accept_terms stocks.stocks.is_different_address withdraw.withdraw.confirm_own_name`,
    kinds.check,
  ),
  ...each('enrolment.cfdRisk.trade_cfd_before enrolment.cfdRisk.risk_understanding', kinds.yesNo),
  ...each(
    `registration.signUp.country documents.identity.doc_country moves.migration.residence_country moves.migration.place_of_birth
     moves.migration.tax_residency stocks.stocks.country`,
    kinds.country,
  ),
  ...each(
    'documents.identity.issue_date documents.identity.expiry_date documents.residence.issue_date moves.migration.birth_date transferAutomation.create.on',
    kinds.date,
  ),
  ...each(
    `documents.identity.file documents.reverse.file documents.residence.file documents.other.file documents.payment.file
     professional.evidence.file transfers.paper.file verification.picture.file`,
    kinds.file,
  ),
  ...each(
    `deposit.deposit.account_number deposit.deposit.pm_id internalTransfer.transfer.account_number
     internalTransfer.transfer.target_account_number investments.follow.trans_account investments.addFunds.trans_account
     transferAutomation.create.account_number transferAutomation.create.target_account_number withdraw.withdraw.account_number
     withdraw.withdraw.pm_id`,
    kinds.number,
  ),
  ...each('goldCollateral.pledge.account', kinds.digits),
  ...each(
    `deposit.deposit.amount gold.trade.amount goldCollateral.pledge.amount goldCollateral.giveBack.amount internalTransfer.transfer.amount
     investments.follow.amount investments.addFunds.amount investments.withdraw.amount opening.topUp.amount
     opening.open.demo_trade_balance providers.accountRequest.minimum providers.offer.minimum transferAutomation.create.above
     transferAutomation.create.amount withdraw.withdraw.amount`,
    kinds.amount,
  ),
  ...each('accounts.leverage.leverage opening.open.leverage', kinds.leverage),
  'moves.migration.leverage': { right: ['25', '1000'], wrong: ['', '12345', 'much', '1.5'] },
  ...each('opening.open.account moves.migration.account', kinds.listed),
  'appropriateness.test.answers': kinds.answers,
  'feedback.give.score': kinds.score,
  'feedback.give.text': upTo(1000),

  // Lists and numbers whose meaning is judged by the same rules as the second step (areas/enrolment/updating.test.ts).
  ...each(
    `enrolment.employment.profession_id enrolment.employment.occupation_other enrolment.means.financial_income enrolment.means.net_worth
     enrolment.means.funds_source enrolment.means.funds_source_other enrolment.turnover.anticipated_turnover enrolment.tax.tax_residency
     enrolment.tax.no_tin_reason enrolment.tax.no_tin_reason_other`,
    upTo(200),
  ),
  'enrolment.employment.employer_name': upTo(100),
  ...each('enrolment.tax.tax_id moves.migration.tax_id', upTo(20)),

  'documents.identity.doc_number': upTo(40),
  'documents.residence.whose': oneOf('own', 'landlord', 'spouse', 'parent', 'other'),
  ...each('documents.residence.comment documents.other.comment documents.payment.comment', upTo(300)),
  'verification.scan.country': between(2, 2),
  'verification.scan.document_type': oneOf('passport', 'identity_card', 'driving_licence'),
  'passwords.trading.which': oneOf('main', 'investor'),

  'moves.migration.currency': { right: ['USD'], wrong: ['', 'USDT', 5] },
  'moves.migration.investment_strategy_remuneration': { right: ['0', '25', '50'], wrong: ['51', '-1', '2.5', 'half'] },
  'moves.migration.traded_system_experience': { right: [['forex', 'cfd'], 'forex,cfd'], wrong: [[], [''], '', 5] },
  ...each('moves.migration.traded_experience moves.migration.number_of_trades moves.migration.annual_volume', between(1, 20)),
  'moves.migration.experience_risk': oneOf('1_1', '1_2'),

  ...each('accounts.rename.name opening.open.account_name', line(40)),
  ...each('trading.newList.name trading.listName.name', { ...line(40), right: ['Mine', long(40)] }),
  'opening.open.currency': { right: ['USD', 840], wrong: ['', long(9), null] },
  ...each('deposit.deposit.currency', { right: ['USD', 840], wrong: [long(11), 1.5, null] }),
  ...each('deposit.deposit.crypto_network withdraw.withdraw.crypto_network', upTo(20)),
  ...each('deposit.deposit.bank withdraw.withdraw.bank withdraw.withdraw.wire_account withdraw.withdraw.wire_bank', upTo(60)),
  ...each('withdraw.withdraw.bank_account withdraw.withdraw.crypto_memo', upTo(40)),
  'withdraw.withdraw.wire_bic': upTo(20),
  'withdraw.withdraw.crypto_address': upTo(120),
  'withdraw.withdraw.exchange_name': upTo(100),
  'withdraw.withdraw.destination': { right: [5, '5', 'new_bank'], wrong: [0, 'new_', 'old_bank', '1234567890'] },
  'withdraw.withdraw.wallet_held': oneOf('self', 'exchange'),

  'gold.trade.by': oneOf('amount', 'g', 'oz'),
  ...each('goldCollateral.pledge.by goldCollateral.giveBack.by', oneOf('g', 'oz')),
  'goldDelivery.request.size': upTo(20),
  'goldDelivery.request.count': { right: ['1', '999'], wrong: ['', '1000', '-1', 'two'] },
  ...each('goldDelivery.request.recipient goldDelivery.request.street', between(1, 200)),
  'goldDelivery.request.town': between(1, 100),
  'goldDelivery.request.postcode': upTo(20),
  'goldDelivery.request.phone': between(5, 40),
  'prepaidCards.apply.currency': between(3, 3),
  'prepaidCards.apply.name_on_card': between(2, 26),
  ...each('prepaidCards.apply.street prepaidCards.apply.city', between(2, 100)),
  'prepaidCards.apply.postcode': between(2, 12),
  'transfers.find.q': between(1, 120),
  'transferAutomation.create.occasion': oneOf('deposit', 'profit', 'dates'),
  'transferAutomation.create.moves': oneOf('share', 'amount'),
  'transferAutomation.create.every': oneOf('once', 'week', 'month'),
  'transferAutomation.create.share': ofWhole(1, 100),
  'transferAutomation.create.weekday': ofWhole(1, 7),
  'transferAutomation.create.day': ofWhole(1, 31),

  'investments.follow.protection': ofWhole(1, 99),
  'investors.questionnaire.occupation': oneOf('employed', 'self_employed', 'retired', 'student', 'not_working'),
  'investors.questionnaire.retirement_date': { right: ['2040'], wrong: ['', '40', '20400', 'soon'] },
  'investors.questionnaire.education': oneOf('school', 'college', 'bachelor', 'master'),
  'investors.questionnaire.asset_value': oneOf('to20', 'to50', 'to200', 'above200'),
  'investors.questionnaire.funds_sources': {
    right: ['savings', 'savings,other', ['employment']],
    wrong: ['', 'luck', [], ['luck']],
  },
  'investors.questionnaire.annual_income': oneOf('to20', 'to50', 'to100', 'above100'),
  'investors.questionnaire.monthly_percentage': oneOf('m5', 'm10', 'm25', 'm_more'),
  // Document 2 §5: 0, 25, 50, 75, 100; what one owns in steps of ten.
  ...each(
    'investors.questionnaire.preservation investors.questionnaire.income investors.questionnaire.growth investors.questionnaire.speculation',
    sliderOf(25),
  ),
  ...each(
    'investors.questionnaire.assets_cash investors.questionnaire.assets_bonds investors.questionnaire.assets_shares investors.questionnaire.assets_other',
    sliderOf(10),
  ),
  'investors.questionnaire.riskier': oneOf('20', '35', '50', '80'),
  'investors.questionnaire.seeking': oneOf('safety', 'income', 'growth', 'most'),
  'investors.questionnaire.outside_investments': oneOf('little', 'quarter', 'half', 'nearly_all'),
  'investors.questionnaire.horizon': oneOf('y1', 'y3', 'y5', 'more'),
  'investors.questionnaire.anticipation': oneOf('inflation', 'a10', 'a30', 'a_more'),
  'investors.questionnaire.reaction': oneOf('sell_all', 'sell_part', 'wait', 'add'),
  ...Object.fromEntries(
    ['forex', 'metals', 'indices', 'shares', 'bonds', 'funds', 'futures', 'options'].flatMap((instrument) => [
      [`investors.questionnaire.years_${instrument}`, oneOf('none', 'to1', 'to3', 'above3')],
      [`investors.questionnaire.trades_${instrument}`, oneOf('t10', 't40', 't_more')],
    ]),
  ),
  ...each('investors.questionnaire.comments providers.accountRequest.description', {
    right: ['', 'Two\nlines'],
    wrong: [long(501), 'a\u202Eb'],
  }),

  // Document 2 §5: 3 to 15 of letters, digits, underscore and hyphen; a nickname with blanks too.
  'providers.approval.nickname': { right: ['abc', 'Two words_1', long(15)], wrong: ['ab', long(16), 'a  b', 'a!b'] },
  'providers.accountRequest.investment_strategy_name': {
    right: ['abc', 'a_b-1', long(15)],
    wrong: ['ab', long(16), 'a bc', 'ä12'],
  },
  'providers.approval.where': oneOf('own', 'external'),
  ...each('providers.approval.account_number providers.accountRequest.account_number', ofWhole(1, 2_147_483_647)),
  'providers.approval.external_account': line(60),
  ...each('providers.accountRequest.investment_strategy_remuneration providers.offer.share', ofWhole(0, 50)),
  'strategyNews.write.title': { right: ['New', long(80)], wrong: ['No', long(81), 'a\u202Eb c'] },
  'strategyNews.write.text': { right: ['Ten or more\nsigns', long(2000)], wrong: ['Too short', long(2001), `${long(10)}\u202E`] },

  'stocks.stocks.occupation_id': oneOf('employed', 'selfEmployed', 'student', 'retired', 'notEmployed', 'other'),
  'stocks.stocks.title_and_position_id': oneOf('director', 'manager', 'specialist', 'office', 'worker', 'other'),
  ...each('stocks.stocks.annual_income_id stocks.stocks.saving_investments_id', oneOf('to20', 'to50', 'to100', 'above100')),
  'stocks.stocks.investment_objectives_id': oneOf('growth', 'income', 'preservation', 'speculation', 'other'),
  ...each(
    `stocks.stocks.occupation_other stocks.stocks.employer_name stocks.stocks.title_and_position_other
     stocks.stocks.employment_function stocks.stocks.investment_objectives_other stocks.stocks.mailing_address
     stocks.stocks.city_and_state_with_index stocks.stocks.signature`,
    latin,
  ),
  // Document 2 §5: 3 to 20 of letters, digits, @ # / \ - and blanks, one letter or digit at least.
  'stocks.stocks.tin_number': { right: ['', 'A#1', '12 345/6\\7'], wrong: ['12', '##-', long(21), 'Ж123'] },
};

/**
 * The calls that a form is sent with, where they are not those of its area whose input is the very schema that it sends: a part of an
 * input, one call of several that share one, or another area's.
 */
export const sentWith: Readonly<Record<string, readonly string[]>> = {
  'deposit.deposit': ['remittance.process'],
  'enrolment.turnover': ['enrolment.turnover'],
  'enrolment.tax': ['enrolment.taxResidency'],
  'enrolment.cfdRisk': ['appropriateness.save'],
  'goldCollateral.pledge': ['goldCollateral.previewPledge', 'goldCollateral.pledge'],
  'goldCollateral.giveBack': ['goldCollateral.previewReturn', 'goldCollateral.giveBack'],
  'internalTransfer.transfer': ['remittance.process'],
  'moves.migration': ['moves.act'],
  'moves.terms': ['moves.act'],
  'opening.open': ['opening.openLive', 'opening.openDemo'],
  'passwords.email': ['passwords.resetPassword'],
  'passwords.pin': ['passwords.checkAccountPin', 'passwords.checkProfilePin', 'passwords.resetPassword'],
  'passwords.signIn': ['passwords.changeProfilePassword', 'passwords.resetPassword'],
  'passwords.trading': ['passwords.changeAccountPassword'],
  'profile.email': ['profile.sendContactPin'],
  'profile.mobile': ['profile.sendContactPin'],
  'profile.secondary_email': ['profile.sendContactPin'],
  'profile.pin': ['profile.saveContact'],
  'registration.code': ['registration.confirm'],
  'registration.otherBrowser': ['registration.confirm'],
  'security.totp': ['security.finishTotp'],
  'transfers.find': ['history.find'],
  'transfers.paper': ['history.paper'],
  'withdraw.withdraw': ['remittance.process'],
};
