import { type Command, type RunOptions, runCommand } from '../../src/proof/run-command'

/** Runs what its argument asks for as JSON, and prints what came of it and how much memory it took, in megabytes. */
async function main([command, options]: [Command, Partial<RunOptions>]): Promise<void> {
  const { folder = process.cwd(), withinMs = 60_000, texts = [] } = options
  const whole = { folder, withinMs, texts, env: process.env, now: () => performance.now() }
  const peak = () => process.resourceUsage().maxRSS / 1024
  await runCommand({ kind: 'shell', text: 'echo idle' }, whole)
  const idle = peak()
  process.stdout.write('ready\n')
  const { outcome, output } = await runCommand(command, {
    ...whole,
    onOutput: (piece) => void process.stdout.write(piece.length < 100 ? piece : ''),
  })
  process.stdout.write(`\n${JSON.stringify({ outcome, bytes: output.bytes, over: peak() - idle })}\n`)
}

void main(JSON.parse(process.argv[2] ?? ''))
