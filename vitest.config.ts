import { defineConfig } from 'vitest/config'

const never = ['**/node_modules/**', '**/dist/**', 'data/**']

/** These measure seconds, memory or what a machine is left with, so nothing else runs beside them. */
const measuring = ['hostile', 'start', 'checker-browser'].map((name) => `tests/${name}.e2e.test.ts`)

/** Waiting for a house that others make slow is no failure. */
const patience = { testTimeout: 420_000, hookTimeout: 300_000 }

/**
 * `npx vitest run PATH` starts only what the named files need: nothing for unit tests, one real Postgres and one real
 * Temporal for `*.db.test.ts`; for `*.e2e.test.ts` a whole house, which those with special wishes start for themselves. They run
 * two side by side: for much of their time they wait for screens, and a house and a browser take about a gigabyte.
 */
export default defineConfig({
  test: {
    // one slow second of a loaded machine is no failure
    expect: { poll: { timeout: 40_000 } },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...never, '**/*.db.test.ts', '**/*.e2e.test.ts'],
          testTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'db',
          include: ['**/*.db.test.ts'],
          exclude: never,
          globalSetup: ['tests/services.ts'],
          // most of their time they wait for timers, kills and answers
          maxWorkers: 3,
          testTimeout: 180_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/**/*.e2e.test.ts'],
          exclude: [...never, ...measuring],
          globalSetup: ['tests/support/shared-house.ts'],
          maxWorkers: 2,
          ...patience,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          name: 'measuring',
          include: measuring,
          fileParallelism: false,
          ...patience,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
})
