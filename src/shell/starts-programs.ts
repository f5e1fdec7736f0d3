const STARTS =
  /\b(?:system|popen|subprocess|exec\w*|spawn\w*|Popen|check_call|check_output|child_process|shell_exec)\b/

/** Whether the code has a way to start programs. `x.exec()` is none in JavaScript, a module is. */
export function namesPrograms(language: string, written: string): boolean {
  // Words of a text, unlike the name of a module or function, say nothing.
  const source = written.replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, (text) =>
    /\s/.test(text) ? '""' : text,
  )
  return language === 'javascript'
    ? /child_process|shelljs|\bexeca\b|\bzx\b|\bDeno\b|\bBun\b|ssh|docker|\b(?:exec|spawn)(?:File)?Sync\b/i.test(
        source,
      )
    : STARTS.test(source)
}
