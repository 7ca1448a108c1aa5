/** Says of a call that writes nothing that nobody is at the screen: it does not keep a session from running out. */
export const backgroundHeader = 'x-background';
