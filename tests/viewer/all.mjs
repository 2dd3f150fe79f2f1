// Runs every test of the viewer, quick ones first; those of the crane before those that open
// other scenes in the page that they share.
import './command_tests.mjs';
import './security_tests.mjs';
import './client_tests.mjs';
import './start_tests.mjs';
import './input_tests.mjs';
import './page_tests.mjs';
import './pendulum_tests.mjs';
import './shape_tests.mjs';
import './scene_tests.mjs';
import { runAll } from './harness.mjs';

await runAll();
