#!/usr/bin/env node
import { main } from './node/command.ts'
import { keepMemorySmall } from './node/memory.ts'

keepMemorySmall()
process.exitCode = await main(process.argv.slice(2))
