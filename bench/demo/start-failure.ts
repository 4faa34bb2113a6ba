/** Why the demo can't start, in words for whoever started it: no stack is needed to mend it. */
export class StartFailure extends Error {}
