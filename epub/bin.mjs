#!/usr/bin/env node
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'

// Compiled code is kept between calls: the second start takes a third of the time and 30 MB less.
enableCompileCache?.()

// In a clone the sources run as they are; in the package they are compiled, because Node takes no types below node_modules.
await import(existsSync(new URL('cli.ts', import.meta.url)) ? './cli.ts' : './dist/cli.js')
