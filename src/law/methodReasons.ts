/** Why a method cannot be used, of the method itself and of no gate (interfaces §6). */
export const methodReasons = ['not_in_country', 'closed_for_now', 'provider_out', 'after_papers'] as const;
