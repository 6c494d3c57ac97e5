import { config } from 'zod';

// It would try to make code at run time, which the content security policy refuses.
config({ jitless: true });
