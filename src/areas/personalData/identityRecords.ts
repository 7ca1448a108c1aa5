import { evidenceFiles } from './rules.ts';
import { passes, table, type PersonalTable } from './tables.ts';

/** Who the client is, and what they are reached and signed in by. */
export const identityRecords: Readonly<Record<string, PersonalTable>> = {
  yearly_confirmation: table(
    'suitability',
    'id client_id company_id -update_id -attempt_id suitability_version ~suitability at',
    {
      instead: { suitability: `'{}'` },
    },
  ),
  appropriateness_attempt: table(
    'suitability',
    'id client_id company_id version ~answers points is_passed max_leverage taken_in at',
    { instead: { answers: `'{}'` } },
  ),
  professional_evidence: table('suitability', 'file_id application_id criterion sent_at', {
    whose: 'application_id in (select a.id from professional_application a where a.client_id = $1)',
  }),
  professional_application: table(
    'suitability',
    'id client_id created_at requested_at accepted_at outcome -reason_code decided_at -decided_by',
  ),
  investor_form: table('suitability', 'id client_id ~answers risk status answered_at -decided_at -decided_by', {
    instead: { answers: `'{}'` },
  }),
  investor: table('suitability', 'client_id status risk -suitability'),
  stock_questionnaire: table('suitability', 'id client_id kind ~answers at', { instead: { answers: `'{}'` } }),
  w8ben: table('suitability', 'id client_id country ~mailing ~tin ~signature signed_at valid_until', {
    instead: { tin: `''`, signature: `''` },
  }),
  stock_agreement: table('suitability', 'number client_id non_professional agreed_at'),
  enrolment_update: table('identity', 'id client_id section ~answers at', { instead: { answers: `'{}'` } }),
  enrolment: table('identity', 'id client_id company_id ~answers -~security_answer_hash is_similar_to_professional at', {
    instead: { answers: `'{}'`, security_answer_hash: `''` },
  }),
  enrolment_draft: passes('preferences', 'client_id answers saved_at -put_off_at'),
  document_file: table('identity', 'file_id document_id side', {
    whose: 'document_id in (select d.id from document d where d.client_id = $1)',
  }),
  // Why a paper was rejected may be a suspicion; what the client was told of it they have read.
  document: table(
    'identity',
    'id client_id kind type_id status ~number issue_date ~expiry_date is_residence_too whose ~comment -reverse_follows -risks -reasons created_at decided_at -decided_by -via -~read_facts -dropped_files -dropped_bytes',
    // What lists say of a client is a row of the same table, and nobody is told of it (readings, decision 29).
    { whose: `client_id = $1 and kind <> 'screening'`, alsoTaken: `client_id = $1 and kind = 'screening'` },
  ),
  scan_flow: table('identity', 'id client_id country document_type state document_id created_at changed_at'),
  // Found by what the check names, so they go before it does.
  verification_message: passes(
    'identity',
    '-id -provider -digest -applicant -reference -type -body -headers -told_at -received_at -times -processed_at -outcome',
    'applicant in (select v.applicant from verification v where v.client_id = $1)',
  ),
  verification: table(
    'identity',
    'id client_id purpose -~reference -~applicant phase -~words -labels -comment -staff_comment -~read_facts -differs -version created_at -phase_at -looked_at',
    { instead: { reference: `'gone-' || id`, words: `''` } },
  ),
  // Files that are still on their way: the whole goes as stored_file does, and what nobody goes on with is gone after a day.
  upload_part: passes(
    'passing',
    '-upload_id -begins_at -bytes -file_id',
    'upload_id in (select u.id from partial_upload u where u.client_id = $1)',
  ),
  partial_upload: passes('passing', '-id -client_id name bytes -sha256 created_at'),
  stored_file: table(
    'identity',
    'id client_id -staff_id -call -state kind bytes -sha256 ~name -about created_at -scan -scan_found',
    { instead: { name: `'erased'` }, alsoTaken: evidenceFiles },
  ),
  screening_due: passes('passing', '-client_id -round -failed_at'),
  idle_watch: passes('passing', '-client_id -last_done_at -next_at'),
  dormancy_watch: passes('passing', '-client_id -awake_at -next_at'),
  // Whom a list may name is told to nobody (readings, decision 29).
  screening_hit: table(
    'suspicion',
    '-id -client_id -list -entry_key -kind -entry_digest -~client_digest -entry -~typed -points -~score -found_at -status -reason_code -decided_by -decided_at -from_status -thawed_at -own_freeze',
    {
      // In the form in which a hit is read at the desk; what the list says stays.
      instead: {
        client_digest: `'erased-' || id`,
        typed: `'{"names":[],"birthDates":[],"countries":[]}'`,
        score: `jsonb_set(jsonb_set(score, '{name,typed}', '""'), '{name,words}', '[]')`,
      },
    },
  ),
  // How risky somebody is held to be is told to nobody either; what staff wrote of it goes with the years.
  risk_change: passes('passing', '-id -client_id -failed_at'),
  client_risk: table(
    'suspicion',
    '-client_id -assessment_id -table_version -level -override_level -override_over -override_asked_by -override_approved_by -~override_reason -override_at -reviewed_at -review_due_at',
    { instead: { override_reason: `case when override_reason is null then null else 'erased' end` } },
  ),
  risk_assessment: table('suspicion', '-id -client_id -table_version -points -level -factors -at'),
  risk_review: table('suspicion', '-id -client_id -level -papers -~reason -reviewed_by -approved_by -at -next_at', {
    instead: { reason: `'erased'` },
  }),
  // Which papers a review asked for tells that there was one; the client has read the notice.
  risk_paper_request: table(
    'suspicion',
    '-id -client_id -papers -asked_by -asked_at -due_at -extended -reminded_days -restricted_at -restriction_id -escalated_at -ended_at -outcome',
  ),
  client_note: table('suspicion', '-id -client_id -category -~text -corrects -written_by -at', { instead: { text: `'erased'` } }),
  suspicion_fact: table('suspicion', '-id -file_id -subject -~text -told_by -at', {
    whose: 'file_id in (select f.id from suspicion_file f where f.client_id = $1)',
    instead: { text: `'erased'` },
  }),
  suspicion_act: table('suspicion', '-id -file_id -action -staff -at -~reason', {
    whose: 'file_id in (select f.id from suspicion_file f where f.client_id = $1)',
    instead: { reason: `'erased'` },
  }),
  suspicion_file: table(
    'suspicion',
    '-id -client_id -state -opened_at -due_at -proposal -proposed_by -proposed_at -~proposal_reason -decided_by -decided_at -~decision_reason',
  ),
  identity_trait: passes('identity', '-client_id -kind -value -at'),
  identity_change: table('identity', 'id client_id what ~value_before ~value_after at'),
  contact_proof: passes('identity', 'client_id what value at'),
  client_origin: table('identity', 'client_id confirmed_by ~address ~agent language agent_id ~campaign at', {
    instead: { address: `''`, agent: `''`, campaign: `'{}'` },
  }),
  personal_data_agreement: table('identity', 'client_id company_id version agreed_at ~address', { instead: { address: `''` } }),
  terms_agreement: table('identity', 'client_id company_id version agreed_at ~address', { instead: { address: `''` } }),
  client_due: passes('identity', 'client_id what why due_at -created_at -put_off_at -told_at'),
  erasure_request: table(
    'identity',
    'id client_id state asked_by asked_at decided_at -decided_by -reason_code left_at -had_business next_at ended_at',
  ),
  // Why, and that there was a suspicion, is told to nobody; that and since when the client has read in a notice.
  client_status_change: table(
    'suspicion',
    '-id -client_id -act -from_status -to_status -reason_code -asked_by -agreed_by -set_at -own_freeze -closed_at -ended_at -ended_reason -ended_asked_by -ended_agreed_by',
  ),
  client_restriction: table('suspicion', '-id -client_id -begun_at -begun_by -lifted_at -lifted_by'),
  account_access: table(
    'suspicion',
    '-number -client_id -wanted -because -turn -state -wanted_at -set_at -found -found_at -reported_at -let_stand -insisted_turn',
  ),
  client_freeze: table('identity', 'id client_id -from_status frozen_at lifts_at lifted_at -lifted_by -identity_check'),
  client_dormancy: table(
    'identity',
    'id client_id -from_status idle_since announced_at sleeps_at -next_at slept_at ended_at -to_status',
  ),
  client_repeat: table('identity', 'id client_id -from_status began_at ended_at'),
  company_move: table(
    'identity',
    'id client_id from_company to_company -phase country ~told told_at terms_version approved_at -decided_by decided_at -reason begun_at moved_at ended_at created_at -lease_until -lease counts_deposits',
    { instead: { told: `'{}'` } },
  ),
  provider_request: table(
    'identity',
    'id client_id ~nickname own_number external_account status -reason asked_at decided_at -decided_by',
    { instead: { nickname: `''` } },
  ),
  client_passkey: passes('security', 'id client_id -credential_id -public_key -counter -transports name created_at used_at'),
  passkey_challenge: passes('passing', '-challenge -client_id -purpose -expires_at -binds'),
  client_recovery_code: passes('security', '-client_id -code_hash -used_at'),
  client_totp: passes('security', 'client_id -secret -step begun_at confirmed_at'),
  known_device: passes('security', '-secret_hash client_id used_at'),
  push_subscription: passes('security', '-id -endpoint client_id -session_id -p256dh -auth created_at'),
  session: passes(
    'security',
    '-id -sid -secret_hash client_id address agent created_at seen_at -expires_at ended_at -told_version',
  ),
  client_trace: passes('security', 'day kind -who client_id count call code address agent first_at last_at'),
  challenge: passes(
    'passing',
    '-id -subject -action -channel -code_hash -salt -created_at -expires_at -attempts -passed_at -ended_at -about',
    `subject = 'client:' || $1`,
  ),
  // Somebody who signs up is no client yet; it is forgotten when it expires.
  registration: passes(
    'passing',
    '-id -secret_hash -link_hash -email -country -mobile_phone -password_hash -language -terms_version -agent_id -campaign -created_at -expires_at',
    'email = (select c.email from client c where c.id = $1)',
  ),
  // The name goes with the yes, and what waits to be counted under it.
  tracking_hit: passes(
    'preferences',
    '-id -visitor -name -at -claimed_at',
    'visitor = (select t.visitor from tracking_consent t where t.client_id = $1)',
  ),
  feedback: passes('preferences', '-id client_id score text may_contact at'),
  tracking_consent: passes('preferences', 'client_id is_given visitor chosen_at'),
  mail_subscription: passes('preferences', 'client_id topic is_on at'),
  preferred_method: passes('preferences', 'client_id method_id chosen_at'),
  // Read by no release from the lists on; it goes with the next.
  watched_symbol: passes('preferences', 'client_id platform symbol place'),
  // They are found by their list, so they go before it does.
  symbol_watchlist_entry: passes(
    'preferences',
    'watchlist_id symbol place',
    'watchlist_id in (select l.id from symbol_watchlist l where l.client_id = $1)',
  ),
  symbol_watchlist: passes('preferences', 'id client_id platform name place chosen_at created_at'),
  price_alert: passes(
    'preferences',
    'id client_id platform symbol digits price direction status reached_price reached_at created_at -looked_at',
  ),
  calendar_alert: passes('preferences', 'client_id event_id minutes -reminded_for created_at removed_at'),
  chart_layout: passes('preferences', 'client_id layout changed_at'),
  chart_figure: passes('preferences', 'client_id -id platform symbol kind points -place'),
  client_picture: passes('preferences', 'client_id -file_id at'),
  research_subject: passes('preferences', 'client_id subject'),
  trade_picture: passes('preferences', 'id client_id server ticket language created_at expires_at'),
  export_file: table(
    'preferences',
    'id client_id kind asked format language -state -rows_done -rows_whole -attempts -held_until -file_name bytes created_at ~expires_at',
    // The sweep of expired files forgets row and bytes.
    { instead: { expires_at: 'created_at' } },
  ),
  inbox_message: table('messages', 'id client_id message_group is_read is_favorite ~text ~plain sent_at -key', {
    instead: { text: `''`, plain: `''` },
  }),
  notice: table(
    'messages',
    'id client_id type level ~values -is_closable -display -type_group -account_type -key created_at closed_at read_at',
    { instead: { values: `'{}'` } },
  ),
  client: table(
    'identity',
    'id -person_id company_id branch_id country status_id client_category ~email ~mobile_phone ~title ~first_name ~last_name language -~password_hash -is_password_change_required is_terms_agreed -display_questionnaire personal_data_version -feedback_put_off_at at_passed at_failed_first_attempt has_approved_id has_approved_residence can_refer asm registered_at -version terms_version -notices_version -inbox_version test_leverage -charged_back -trading_restricted ~secondary_email -move_state -screening_hold closed_at',
    {
      whose: 'id = $1',
      instead: {
        email: `'erased-' || id || '@erased.invalid'`,
        title: `''`,
        first_name: `''`,
        last_name: `''`,
        password_hash: `'none'`,
      },
    },
  ),
};
