// zod reads this setting when it loads; without it, zod would compile code at run time, which the
// content security policy forbids.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
