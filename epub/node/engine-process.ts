import { keepMemorySmall } from './memory.ts'
import { engineTasks, serveTasks } from './serve.ts'

keepMemorySmall()
serveTasks(engineTasks)
