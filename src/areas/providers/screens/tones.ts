export const toneOf = { converting: 'note', active: 'gain', closed: 'still' } as const;
