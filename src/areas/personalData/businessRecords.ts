import { passes, table, type PersonalTable } from './tables.ts';

const ofAccount = 'number in (select a.number from trading_account a where a.client_id = $1)';
const ofPayment = 'remittance_id in (select r.id from remittance r where r.client_id = $1)';
const ofInvestment = 'investment_id in (select i.id from investment i where i.client_id = $1)';
const accountCurrency = '(select a.currency from trading_account a where a.number = t.number)';

/** Money and trades: what is left of them once the client is nameless are numbers. */
export const businessRecords: Readonly<Record<string, PersonalTable>> = {
  // Phases and reasons have words that are the desk's own; `status` is what outside programs see.
  remittance: table(
    'payments',
    'id company_id client_id transfer_type -phase reference method_id -provider account_number account_platform target_number target_platform amount:currency currency fee:currency account_amount:account_currency account_currency -rate rate_as_of -~redirect -provider_transaction ~payer_name ~card_mask card_brand arrived_amount:arrived_currency arrived_currency -reason -reason_values reverses removes_bonus -settings_version created_at -expires_at saved_at updated_at -left_over -taken_back_by -~details status -takes_payment',
  ),
  remittance_stage: table('payments', '-id -remittance_id -at -phase -code -values', { whose: ofPayment }),
  remittance_step: table(
    'payments',
    '-remittance_id -name -platform -login -amount -currency -tag -state -lease_until -attempts -ticket -code -reason -started_at -updated_at',
    { whose: ofPayment },
  ),
  remittance_under_way: table('passing', '-remittance_id -client_id -phase -expires_at -updated_at'),
  withdrawal_line: table(
    'payments',
    'id remittance_id place method_id -provider way source_id ~label amount:currency fee:currency -left_over currency pays_amount:pays_currency pays_currency -rate -reserved_until -destination_id',
    { whose: ofPayment },
  ),
  payout: table(
    'payments',
    'id remittance_id -hold_id reference -phase amount:currency currency method_id -provider -provider_transaction -reason created_at -updated_at -line_id way -due_at -attempts -held_for -tries',
    { whose: ofPayment },
  ),
  // As it came from the provider, with names of payers in it: found by the payment that it names, and told to nobody.
  webhook_message: table(
    'payments',
    '-id -provider -digest -~body -~headers -verdict -reason -reference -times -received_at -processed_at -outcome',
    {
      whose: `reference in (select r.reference from remittance r where r.client_id = $1
        union all select p.reference from payout p join remittance r on r.id = p.remittance_id where r.client_id = $1)`,
      instead: { body: `''::bytea`, headers: `'{}'` },
    },
  ),
  provider_transaction: table(
    'payments',
    '-id -provider -transaction_id -kind -remittance_id -status -provider_status -undoes_itself -amount -currency -letters -~payer_name -~card_mask -occurred_at -outcome -outcome_remittance_id -first_told_at -told_at -hash -payout_id -takes_number -given_back -worth -worth_currency -worth_rate -worth_at -on_its_way',
    { whose: ofPayment },
  ),
  // The bank's statements are kept as they came, with the books.
  bank_entry: table(
    'payments',
    '-id -account -entry_key -likeness -statement_id -company_id -direction -is_reversal -amount -currency -letters -texts -servicer_references -payer_name -booked_at -read_at -outcome -why -remittance_id',
    { whose: ofPayment },
  ),
  exchange: table('payments', 'remittance_id client_id day -worth'),
  own_destination: table('payments', 'id client_id method_id ~name ~details created_at', {
    instead: { name: `'erased-' || id`, details: `'{}'` },
  }),
  card_destination: table('payments', '-destination_id -is_open -changed_at', {
    whose: 'destination_id in (select d.id from own_destination d where d.client_id = $1)',
  }),
  payout_destination: passes('payments', 'client_id method_id name usable_from created_at'),
  destination_screening: table('suspicion', '-id -destination_id -risk -reference -at', {
    whose: 'destination_id in (select d.id from own_destination d where d.client_id = $1)',
  }),
  payment_proof: table('passing', '-remittance_id -digest -at', { whose: ofPayment }),
  unverified_deposit: table(
    'payments',
    'remittance_id client_id company_id worth:currency currency -days made_at arrived_at due_at received_at -look_at -return_id ended_at outcome -over_at',
  ),
  unverified_given: table('payments', '-line_id -deposit_id -amount', {
    whose: 'deposit_id in (select u.remittance_id from unverified_deposit u where u.client_id = $1)',
  }),
  paper_request: table('payments', '-id -remittance_id -kind -asked_at -answered_at', { whose: ofPayment }),
  dispute: table(
    'suspicion',
    '-id -client_id -company_id -remittance_id -reversal_id -provider -transaction_id -amount -currency -payment -status -opened_at -evidence_due_at -sent_at -ended_at -ended_why -ended_by -lifted_at',
  ),
  dispute_evidence: table('suspicion', '-file_id -dispute_id -kind -~note -added_by -added_at', {
    instead: { note: `''` },
    whose: 'dispute_id in (select d.id from dispute d where d.client_id = $1)',
  }),
  client_debt: table(
    'payments',
    'id remittance_id client_id company_id currency amount:currency remaining:currency opened_at ended_at -looked_at',
  ),
  debt_collection: table(
    'payments',
    'id client_id company_id currency amount:currency -source_platform source_number source_currency source_amount:source_currency -tag -state created_at ended_at -exchanged',
  ),
  idle_fee: table(
    'payments',
    'id client_id company_id idle_since nth amount:USD announced_at due_at state ended_at -source_platform source_number source_currency source_amount:source_currency -tag',
  ),
  swap_free_position: table('trading', '-platform position number symbol told_at charged_from', { whose: ofAccount }),
  swap_free_fee: table(
    'payments',
    'id client_id company_id -platform number night amount:USD state created_at ended_at taken_amount:taken_currency taken_currency -tag',
  ),
  swap_free_night: table('payments', '-platform position night fee_id symbol lots amount:USD', {
    whose: 'fee_id in (select f.id from swap_free_fee f where f.client_id = $1)',
  }),
  swap_free_withdrawal: table(
    'trading',
    'id client_id because -asked_by -approved_by withdrawn_at counts_from returned_at -returned_by',
  ),
  swap_free_change: table('trading', '-withdrawal_id number changed_at changed_back_at', { whose: ofAccount }),
  standing_order: table(
    'payments',
    'id client_id account_number target_number currency occasion share amount:currency above:currency every on_date day status created_at since changed_at next_at counted_from',
  ),
  standing_run: table(
    'payments',
    'id order_id client_id -occasion at amount:currency currency state -reason remittance_id -counted_to decided_at',
  ),
  wallet: table('payments', 'number client_id company_id currency status opened_at'),
  trading_account: table(
    'trading',
    'number client_id company_id platform is_demo type_key currency leverage -leverage_wanted swap_free -group_name status ~name is_promo promotion_id opened_at -opening_attempts -demo_balance -mirrored_from balance:currency equity:currency margin:currency margin_free:currency credit:currency floating:currency snapshot_at -asked_at',
    { instead: { name: `''` } },
  ),
  trading_account_step: table('trading', '-id -number -from_status -to_status -at -detail', { whose: ofAccount }),
  leverage_lowering: table('trading', 'number client_id leverage asked_at -told_at -next_at'),
  equity_snapshot: table('trading', 'number day balance:currency equity:currency', {
    whose: ofAccount,
    computed: { currency: accountCurrency },
  }),
  closed_trade: table(
    'trading',
    'id -server ticket number position symbol side lots open_price close_price profit:currency swap:currency commission:currency opened_at closed_at',
    { whose: ofAccount, computed: { currency: accountCurrency } },
  ),
  platform_deal: table(
    'trading',
    '-server ticket number kind entry symbol lots price profit:currency swap:currency commission:currency position -tag at -is_posted -posted_at -market_bid -market_ask -contract_size -rate_profit',
    { whose: ofAccount, computed: { currency: accountCurrency } },
  ),
  platform_operation: table(
    'trading',
    '-tag -purpose -subject -kind -platform -login -client_id -company_id -amount -currency -state -attempt -sends -lease_until -asked_at -started_at -ticket -code -reason -updated_at',
  ),
  trading_order: table(
    'trading',
    'id client_id number kind symbol side lots position -seen_price -deviation_points -order_key -tag status -code fill_deal fill_position fill_price fill_lots created_at -sent_at settled_at -terms ticket -awaits_end ended_as',
  ),
  trailing_stop: table(
    'trading',
    'id client_id number position symbol side lots digits distance_points status best -asked_stop -tries moved_at -refusals -rests_until created_at',
  ),
  account_loss: table('trading', 'number period step seen_at told_at', { whose: ofAccount }),
  negative_balance: table(
    'trading',
    '-id number client_id company_id currency amount:currency status -attempts found_at posted_at -credit -operations_done -tag -asked_at -flag',
  ),
  reconciliation_difference: table(
    'trading',
    '-id -number -currency -platform_balance -ledger_balance -first_seen_at -reported_at -checked_at -closed_at -measure',
    { whose: ofAccount },
  ),
  company_move_account: table('trading', '-move_id number to_number -amount -credit -state', {
    whose: 'move_id in (select m.id from company_move m where m.client_id = $1)',
  }),
  investment: table(
    'trading',
    'id client_id strategy_id number -offer_id share safety_mode protection status invested:currency -high_water asked_at started_at ended_at',
    { computed: { currency: accountCurrency } },
  ),
  investment_flow: table(
    'trading',
    'remittance_id investment_id direction -equity asked_at booked_at -gross -share -high_water -amount -high_water_after',
    { whose: ofInvestment },
  ),
  investment_step: table('trading', '-id investment_id from_status to_status -why at', { whose: ofInvestment }),
  performance_share: table(
    'trading',
    'id investment_id occasion nth remittance_id due_at decided_at percent -equity -high_water -withdrawn -amount -short -state -tag -not_before taken_at paid_at',
    { whose: ofInvestment },
  ),
  copy_decision: table(
    'trading',
    'id investment_id -signal_id kind -opening_id -cause -position symbol side lots -left_of -left_part stop_loss take_profit price -equity -strategy_equity -state -reason -tag -attempt -not_before follower_position deal filled_lots split_lots filled_price slippage -open_lots decided_at settled_at',
    { whose: ofInvestment },
  ),
  strategy: table('trading', 'id client_id number name ~nickname ~description status share minimum asked_at since closed_at', {
    instead: { nickname: `'erased-' || id`, description: `''` },
  }),
  strategy_archive: table('trading', 'id strategy_id status -reason asked_at decided_at -decided_by', {
    whose: 'strategy_id in (select s.id from strategy s where s.client_id = $1)',
  }),
  strategy_news: table('trading', 'id strategy_id client_id ~title ~body status -reason written_at decided_at -decided_by', {
    instead: { title: `''`, body: `''` },
  }),
  signal_login: table('trading', 'id client_id number set_at'),
  prepaid_card: table(
    'payments',
    'id client_id company_id -reference currency fee:currency ~name_on_card ~street ~city ~postcode country phase -version -reason -issuer_card last_four expires -wants_blocked -refusals -is_held -block_sent_at -unblock_sent_at -apply_sent_at asked_at moved_at -due_at',
    { instead: { name_on_card: `'-'`, street: `'-'`, city: `'-'`, postcode: `''` } },
  ),
  // As it came from the issuer: found by the application that it names, and told to nobody.
  prepaid_card_message: table('payments', '-digest -reference -~body -~headers -at', {
    whose: 'reference in (select c.reference from prepaid_card c where c.client_id = $1)',
    instead: { body: `''::bytea`, headers: `'{}'` },
  }),
  signal_subscription: table('payments', 'id client_id strategy_id price:USD began_at until periods cancelled_at ended_at'),
  gold_quote: table(
    'passing',
    '-id -client_id -company_id -side -weight -metal -spread -tax -total -bid -ask -price_at -quoted_at -expires_at -used_at',
  ),
  gold_trade: table(
    'trading',
    'id -quote_id client_id company_id side weight:XAU metal:USD spread:USD tax:USD total:USD traded_at',
  ),
  gold_delivery: table(
    'payments',
    'id client_id company_id vault phase size:XAU count weight:XAU fee:USD insurance:USD insured:USD ~recipient ~street ~town ~postcode country ~phone carrier ~tracking asked_at requested_at paid_at allocated_at shipped_at ended_at',
    { instead: { recipient: `'-'`, street: `'-'`, town: `'-'`, postcode: `''`, phone: `''` } },
  ),
  gold_pledge: table(
    'trading',
    'number client_id company_id weight:XAU credit:USD -level -waits_since -worth -price_at -valued_at opened_at',
  ),
  gold_pledge_order: table(
    'trading',
    'id number client_id company_id kind -why weight:XAU credit:USD metal:USD spread:USD total:USD -bid -ask -price_at -phase created_at ended_at',
  ),
  ledger_account: table('book', '-id -code -company -unit -kind -client_id -floor -balance -transaction_id'),
  ledger_hold: table('book', '-id -key -account_id -remittance_id -purpose -source -amount -remaining -state -opened_at', {
    whose: ofPayment,
  }),
  // What the client did; what others did in the client's matter may tell of a suspicion.
  audit_event: table('book', '-id at -recorded_at -actor_kind -actor_id action subject -client_id -detail -transaction_id', {
    whose: `client_id = $1 and actor_kind = 'client'`,
  }),
  audit_index: table('book', '-event_id -client_id -actor_id -action -at'),
  approval: table(
    'suspicion',
    '-id -kind -action -subject -client_id -payload -before -after -reason -asked_by -asked_at -status -decided_by -decided_at -decision_reason',
  ),
  desk_case: table(
    'suspicion',
    '-id -queue -subject -client_id -detail -opened_at -due_at -claimed_by -claimed_until -closed_at -outcome',
  ),
  desk_refusal: table('suspicion', '-day -call -code -who -count -address -client_id -last_at'),
  duplicate_finding: table('suspicion', '-id -client_id -other_id -kinds -found_at -decision -decided_at', {
    whose: 'client_id = $1 or other_id = $1',
  }),
  outbox: table(
    'passing',
    '-id -topic -key -client_id -payload -due_at -lease_until -attempts -created_at -done_at -last_error -lease_holder',
  ),
  live_line: table('passing', '-id -client_id -topics -at'),
  opening_key: table('passing', '-client_id -key -number'),
};
