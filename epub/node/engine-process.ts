import { engineTasks, serveTasks } from './serve.ts'

serveTasks(engineTasks)
