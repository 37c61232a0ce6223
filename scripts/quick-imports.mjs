// Loaded before everything else by run.mjs. For every import from or within a package Node reads
// that package's manifest anew. Drizzle's weighs 180 KB, which took a starting process 0.6 seconds.
import module from 'node:module';

const known = new Map();

// Older Nodes lack this. Programs that ours start may run on one, and then take their time.
module.registerHooks?.({
  resolve(specifier, context, next) {
    const from = context.parentURL ?? '';
    if (/^\..*\.js$/.test(specifier) && from.includes('/node_modules/drizzle-orm/')) {
      return { url: new URL(specifier, from).href, format: 'module', shortCircuit: true };
    }
    if (!/^drizzle-orm\b/.test(specifier) || context.conditions.includes('require')) {
      return next(specifier, context);
    }
    const found = known.get(specifier) ?? { ...next(specifier, context), shortCircuit: true };
    known.set(specifier, found);
    return found;
  },
});
