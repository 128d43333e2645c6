"use strict";
(async () => {
  const $ = (id) => document.getElementById(id);
  const GAP = 450; // ms between the end of a throw and the next pull: the tower moves on
  const STEP = 20; // ms
  const GHOST_WAYS = 400, GHOST_DICE = 60;
  const MARGIN = 0.02; // room round the table, of its longer side

  const data = JSON.parse($("replay-data").textContent);
  const { scene, unit } = data;
  const onHill = "islands" in scene; // marbles on a hill, one drop to a run; else dice on a track

  if (typeof DecompressionStream === "undefined") {
    $("replay").hidden = false;
    $("status").textContent = "This browser is too old to play the replays.";
    return;
  }

  // --- numbers out of text (kullerwerk/lab/report/pack.py) ---------------------------------

  async function unpack(text) {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    const planes = new Uint8Array(await new Response(stream).arrayBuffer());
    const many = planes.length / 4;
    const out = new Int32Array(many);
    let sum = 0;
    for (let k = 0; k < many; k++) {
      sum += planes[k] | (planes[many + k] << 8) | (planes[2 * many + k] << 16) | (planes[3 * many + k] << 24);
      out[k] = sum;
    }
    return out;
  }

  const c = {};
  for (const [name, text] of Object.entries(data.columns)) c[name] = await unpack(text);

  const throws = c.run.length;
  const firstPoint = new Int32Array(throws + 1), firstBlock = new Int32Array(throws + 1);
  const runs = []; // { number, set, first, end }: throws first to end - 1
  for (let k = 0; k < throws; k++) {
    firstPoint[k + 1] = firstPoint[k] + c.points[k];
    firstBlock[k + 1] = firstBlock[k] + c.blockers[k];
    if (!runs.length || runs[runs.length - 1].number !== c.run[k]) {
      runs.push({ number: c.run[k], set: c.set[k], first: k, end: k, starts: [], total: 0 });
    }
    runs[runs.length - 1].end = k + 1;
  }
  const took = (k) => c.time[firstPoint[k + 1] - 1];
  for (const run of runs) {
    for (let k = run.first; k < run.end; k++) {
      run.starts.push(run.total);
      run.total += took(k) + (k + 1 < run.end ? GAP : 0);
    }
  }

  // --- state --------------------------------------------------------------------------------

  let listed = runs; // what the list of runs offers
  let run = runs[0];
  let now = 0; // ms since the first pull of the run
  let playing = false;
  let shownThrow = -1;
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");
  const dark = window.matchMedia("(prefers-color-scheme: dark)");

  /** The throw of a run at a moment, and the time since its pull. */
  function at(some, time) {
    let k = 0;
    while (k + 1 < some.starts.length && some.starts[k + 1] <= time) k++;
    return { index: some.first + k, local: Math.min(time - some.starts[k], took(some.first + k)) };
  }

  /** Where the die of a throw is: [x, y, z], mm. */
  function place(k, local) {
    let p = firstPoint[k];
    const last = firstPoint[k + 1] - 1;
    while (p + 1 < last && c.time[p + 1] <= local) p++;
    const q = Math.min(p + 1, last);
    const span = c.time[q] - c.time[p];
    const share = span > 0 ? Math.min(1, Math.max(0, (local - c.time[p]) / span)) : 1;
    return [c.px, c.py, c.pz].map((v) => unit * (v[p] + share * (v[q] - v[p])));
  }

  // --- drawing ------------------------------------------------------------------------------

  const stage = $("stage");
  const pen = stage.getContext("2d");
  const margin = MARGIN * Math.max(scene.length, scene.width);
  let scale = 1;
  let colours = {};

  function readColours() {
    const style = getComputedStyle(document.documentElement);
    for (const name of ["paper", "ink", "soft", "accent", "wood", "wood-dark", "smooth", "lively", "felt", "halo", "warn", "meadow", "gutter"]) {
      colours[name] = style.getPropertyValue(`--${name}`).trim();
    }
  }

  function fit() {
    const width = stage.clientWidth || 600;
    const height = (width * (scene.width + 2 * margin)) / (scene.length + 2 * margin);
    const dense = window.devicePixelRatio || 1;
    stage.style.height = `${height}px`;
    stage.width = Math.round(width * dense);
    stage.height = Math.round(height * dense);
    scale = stage.width / (scene.length + 2 * margin);
  }

  const X = (x) => (x + margin) * scale;
  const Y = (y) => (scene.width + margin - y) * scale;
  const thick = (pixels) => pixels * (window.devicePixelRatio || 1);

  function path(points, colour, width, dash = [], alpha = 1) {
    pen.globalAlpha = alpha;
    pen.strokeStyle = colour;
    pen.lineWidth = thick(width);
    pen.setLineDash(dash.map(thick));
    pen.beginPath();
    points.forEach(([x, y], k) => (k ? pen.lineTo(X(x), Y(y)) : pen.moveTo(X(x), Y(y))));
    pen.stroke();
    pen.setLineDash([]);
    pen.globalAlpha = 1;
  }

  function disc(x, y, radius, fill, edge, alpha = 1) {
    pen.globalAlpha = alpha;
    pen.beginPath();
    pen.arc(X(x), Y(y), Math.max(radius * scale, thick(1.5)), 0, 2 * Math.PI);
    pen.fillStyle = fill;
    pen.fill();
    if (edge) {
      pen.strokeStyle = edge;
      pen.lineWidth = thick(1.3);
      pen.stroke();
    }
    pen.globalAlpha = 1;
  }

  function words(text, x, y, size, colour, halo) {
    pen.font = `650 ${size * scale}px system-ui, "DejaVu Sans", sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.lineJoin = "round";
    pen.lineWidth = thick(3);
    pen.strokeStyle = halo;
    pen.strokeText(text, X(x), Y(y));
    pen.fillStyle = colour;
    pen.fillText(text, X(x), Y(y));
  }

  /** A tower at its mouth, and the blockers on the table. */
  function pieces(k, look, ended) {
    const [width, depth] = look.tower;
    const heading = (c.heading[k] / 10) * (Math.PI / 180);
    const tx = unit * c.x[k], ty = unit * c.y[k];
    block(tx, ty, heading, 0, depth, width, look.colour, 0.6);
    path([[tx - 0.8 * depth * Math.cos(heading), ty - 0.8 * depth * Math.sin(heading)], [tx, ty]], colours.ink, 2);
    for (let b = firstBlock[k]; b < firstBlock[k + 1]; b++) {
      const row = c.block.subarray(7 * b, 7 * b + 7);
      const pose = row.subarray(ended ? 4 : 1);
      const [long, deep] = scene.sets[row[0]].blocker;
      const turn = (pose[2] / 100) * (Math.PI / 180);
      block(unit * pose[0], unit * pose[1], turn, long / 2, long / 2, deep, colours.wood, 0.9);
    }
  }

  /** A small mark of a set: players are told apart by shape too. */
  function mark(kind, x, y, size, colour, alpha) {
    const px = X(x), py = Y(y), r = thick(size);
    pen.globalAlpha = alpha;
    pen.beginPath();
    if (kind === "square") pen.rect(px - r, py - r, 2 * r, 2 * r);
    else if (kind === "triangle") { pen.moveTo(px, py - 1.2 * r); pen.lineTo(px + 1.1 * r, py + r); pen.lineTo(px - 1.1 * r, py + r); }
    else if (kind === "diamond") { pen.moveTo(px, py - 1.3 * r); pen.lineTo(px + 1.3 * r, py); pen.lineTo(px, py + 1.3 * r); pen.lineTo(px - 1.3 * r, py); }
    else pen.arc(px, py, r, 0, 2 * Math.PI);
    pen.closePath();
    pen.fillStyle = colour;
    pen.fill();
    pen.strokeStyle = colours.ink;
    pen.lineWidth = thick(0.5);
    pen.stroke();
    pen.globalAlpha = 1;
  }

  /** A rectangle about a place, `ahead` to `behind` along a heading (radians), as wide as told. */
  function block(x, y, heading, ahead, behind, width, fill, alpha) {
    const cos = Math.cos(heading), sin = Math.sin(heading);
    pen.globalAlpha = alpha;
    pen.beginPath();
    for (const [a, b] of [[ahead, width / 2], [ahead, -width / 2], [-behind, -width / 2], [-behind, width / 2]]) {
      pen.lineTo(X(x + a * cos - b * sin), Y(y + a * sin + b * cos));
    }
    pen.closePath();
    pen.fillStyle = fill;
    pen.fill();
    pen.strokeStyle = colours.ink;
    pen.lineWidth = thick(1.2);
    pen.stroke();
    pen.globalAlpha = 1;
  }

  function arrow(x, y, [ax, ay], size) {
    pen.beginPath();
    for (const [ahead, aside] of [[1.2, 0], [0.25, 0.4], [0.25, -0.4]]) {
      pen.lineTo(X(x + size * (ahead * ax - aside * ay)), Y(y + size * (ahead * ay + aside * ax)));
    }
    pen.closePath();
    pen.fillStyle = colours.accent;
    pen.fill();
  }

  function area(points, fill, edge) {
    pen.beginPath();
    points.forEach(([x, y], k) => (k ? pen.lineTo(X(x), Y(y)) : pen.moveTo(X(x), Y(y))));
    pen.closePath();
    pen.fillStyle = fill;
    pen.fill();
    pen.strokeStyle = edge;
    pen.lineWidth = thick(0.8);
    pen.stroke();
  }

  /** The hut from the front, with the exits of this drop open, and the hill from above. */
  function hillGround() {
    const side = c.side[run.first] ? "right" : "left";
    pen.fillStyle = colours.paper;
    pen.fillRect(0, 0, stage.width, stage.height);
    const [x0, y0, x1, y1] = scene.plate;
    area([[x0, 0], [x1, 0], [x1, y0], [x0, y0]], colours.wood, colours["wood-dark"]);
    area([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], colours.meadow, colours["wood-dark"]);
    area(scene.track, colours.gutter, colours["wood-dark"]);
    for (const island of scene.islands) area(island, colours.meadow, colours["wood-dark"]);
    area([[x0, 0], [x1, 0], [x1, y0], [x0, y0]], colours.wood, colours["wood-dark"]);
    for (const block of scene.blocks[side]) area(block, colours.wood, colours["wood-dark"]);
    for (const shutter of scene.shutters[side]) path(shutter, colours.ink, 3);
    for (const { at: [x, y], name } of scene.hatches) words(name, x, y, 12 * scene.unit, colours.ink, colours.halo);
  }

  function ground() {
    if (onHill) {
      hillGround();
      return;
    }
    const unitSize = Math.max(scene.length, scene.width) / 1200;
    pen.fillStyle = colours.paper;
    pen.fillRect(0, 0, stage.width, stage.height);
    pen.fillStyle = colours[scene.surface];
    pen.fillRect(X(0), Y(scene.width), scene.length * scale, scene.width * scale);
    pen.strokeStyle = colours["wood-dark"];
    pen.lineWidth = thick(2);
    pen.strokeRect(X(0), Y(scene.width), scene.length * scale, scene.width * scale);
    const [x0, y0, x1, y1] = scene.box;
    path([[x0, y0], [x1, y0], [x1, y1], [x0, y1], [x0, y0]], colours.ink, 1, [5, 3], 0.6);
    path(scene.posts, colours.ink, 1.5, [3, 3]);
    scene.rays.forEach((ray, k) => {
      path([ray.from, ray.to], colours.accent, 1.6, [7, 4]);
      const x = ray.from[0] + 0.72 * (ray.to[0] - ray.from[0]), y = ray.from[1] + 0.72 * (ray.to[1] - ray.from[1]);
      const u = 34 * unitSize;
      arrow(x, y, ray.ahead, u);
      words(String(k + 1), x - 0.7 * u * ray.ahead[0], y - 0.7 * u * ray.ahead[1], 28 * unitSize, colours.accent, colours.halo);
    });
    for (const s of scene.spheres) {
      disc(s.x, s.y, s.radius, colours.wood, colours["wood-dark"]);
      words(s.name, s.x, s.y, 24 * unitSize, colours.ink, colours.wood);
    }
    for (const [x, y] of scene.posts) disc(x, y, scene.post_radius, colours.wood, colours["wood-dark"]);
  }

  function ghosts(look) {
    const kind = $("ghosts").value;
    if (!kind) return;
    let left = kind === "ways" ? GHOST_WAYS : Infinity;
    let dice = GHOST_DICE;
    for (const other of runs) {
      if (other.set !== run.set || other === run) continue;
      if (kind === "moving") {
        if (dice-- <= 0) break;
        const { index, local } = at(other, Math.min(now, other.total));
        const [x, y] = place(index, local);
        mark(look.mark, x, y, 4, look.colour, 0.55);
        continue;
      }
      for (let k = other.first; k < other.end && left > 0; k++, left--) {
        const last = firstPoint[k + 1] - 1;
        if (kind === "ways") {
          const points = [];
          for (let p = firstPoint[k]; p <= last; p++) points.push([unit * c.px[p], unit * c.py[p]]);
          path(points, look.colour, 1, look.dash.split(" ").filter(Boolean).map(Number), 0.4);
        }
        mark(look.mark, unit * c.px[last], unit * c.py[last], 2.6, look.colour, 0.5);
      }
    }
  }

  function draw() {
    const { index: k, local } = at(run, now);
    const look = scene.sets[run.set];
    const dash = look.dash.split(" ").filter(Boolean).map(Number);
    ground();
    ghosts(look);
    // Where the tower stood before, and the ways of its dice.
    for (let j = run.first; j < k; j++) {
      const points = [];
      for (let p = firstPoint[j]; p < firstPoint[j + 1]; p++) points.push([unit * c.px[p], unit * c.py[p]]);
      path(points, colours.ink, 3, dash, 0.35);
      path(points, look.colour, 1.8, dash, 0.8);
    }
    const ended = local >= took(k);
    if (!onHill) pieces(k, look, ended);
    const [x, y, z] = place(k, local);
    const gone = [];
    for (let p = firstPoint[k]; p < firstPoint[k + 1] && c.time[p] <= local; p++) gone.push([unit * c.px[p], unit * c.py[p]]);
    gone.push([x, y]);
    path(gone, colours.ink, 2, dash, 0.8);
    const low = unit * c.pz[firstPoint[k + 1] - 1];
    const high = Math.max(0, z - low);
    disc(x + 0.35 * high, y - 0.35 * high, look.size / 2, "#000000", "", 0.22);
    disc(x, y, (look.size / 2) * (1 + high / 300), look.colour, colours.ink);
    if (ended && !onHill && c.number[k]) words(String(c.number[k]), x, y, look.size * 0.8, "#101010", look.colour);
    if (ended && c.outcome[k] === data.gone) words("×", x, y, 3 * look.size, colours.warn, colours.halo);
  }

  // --- words --------------------------------------------------------------------------------

  const seconds = (ms) => (ms / 1000).toFixed(2);

  /** The exit and lanes of a marble, the highest leg first. */
  function lanes(k) {
    const legs = data.legs;
    return Array.from(c.lanes.subarray(legs * k, legs * k + legs)).filter(Boolean).join(", ") || "none";
  }

  function sentence(k) {
    if (onHill) return `it ${data.outcomes[c.outcome[k]]}; it fell above exit ${c.exit[k]}; lanes of the legs: ${lanes(k)}`;
    const die = scene.sets[run.set].die;
    const shows = c.number[k] ? `, shows ${c.number[k]}` : "";
    const after = c.finished[k] ? "it is over the finish line" : data.stays[c.stays[k]];
    return `the ${die} ${data.outcomes[c.outcome[k]]}${shows}; ${after}; ${c.done[k]} of ${data.rays} lines crossed, ${c.left[k]} mm to go`;
  }

  function tell(force = false) {
    const { index: k, local } = at(run, now);
    const ended = local >= took(k);
    const moment = 2 * k + (ended ? 1 : 0);
    $("clock").textContent = `${seconds(now)} s of ${seconds(run.total)} s`;
    $("scrub").value = String(Math.round(now));
    $("scrub").setAttribute("aria-valuetext", `${seconds(now)} seconds, throw ${k - run.first + 1}`);
    if (!force && moment === shownThrow) return;
    shownThrow = moment;
    const why = data.notable[run.number] ? ` (${data.notable[run.number]})` : "";
    const title = scene.sets[run.set].title;
    const what = ended ? sentence(k) : `the ${onHill ? "marble" : "die"} is on its way`;
    const side = onHill && c.side[k] ? "right" : "left";
    $("status").textContent = onHill ? `Marble ${run.number} into ${title}, ${side} exits open${why}: ${what}.` : `Run ${run.number} of ${title}${why}, throw ${k - run.first + 1} of ${run.end - run.first}: ${what}.`;
    $("throw").value = String(k - run.first);
    for (const row of $("words-rows").children) row.classList.toggle("now", row.dataset.throw === String(k));
  }

  function fillRun() {
    const select = $("throw");
    select.replaceChildren();
    const rows = $("words-rows");
    rows.replaceChildren();
    for (let k = run.first; k < run.end; k++) {
      const option = document.createElement("option");
      option.value = String(k - run.first);
      option.textContent = `${k - run.first + 1} of ${run.end - run.first}`;
      select.append(option);
      const row = document.createElement("tr");
      row.dataset.throw = String(k);
      const last = firstPoint[k + 1] - 1;
      const cells = onHill ? [
        String(run.number), data.outcomes[c.outcome[k]], c.side[k] ? "right" : "left", String(c.exit[k]), lanes(k), seconds(took(k)),
      ] : [
        String(k - run.first + 1), data.outcomes[c.outcome[k]], c.number[k] ? String(c.number[k]) : "none",
        `${Math.round(unit * c.px[last])}, ${Math.round(unit * c.py[last])}`, String(c.gain[k]),
        `${c.done[k]} of ${data.rays}`, seconds(took(k)), c.finished[k] ? "finish" : data.stays[c.stays[k]],
      ];
      cells.forEach((text, at) => {
        const cell = document.createElement(at ? "td" : "th");
        if (!at) cell.scope = "row";
        cell.textContent = text;
        row.append(cell);
      });
      rows.append(row);
    }
    $("words-caption").textContent = onHill ? `Marble ${run.number} into ${scene.sets[run.set].title}` : `Run ${run.number} of ${scene.sets[run.set].title}, throw by throw`;
    $("scrub").max = String(run.total);
    $("run").value = String(run.number);
    $("run-back").disabled = listed.indexOf(run) <= 0;
    $("run-on").disabled = listed.indexOf(run) >= listed.length - 1;
  }

  function fillRuns() {
    const set = $("set").value;
    listed = set ? runs.filter((r) => scene.sets[r.set].name === set) : runs;
    const groups = [["worth a look", listed.filter((r) => data.notable[r.number])], ["all", listed]];
    $("run").replaceChildren(
      ...groups.filter(([, some]) => some.length).map(([label, some]) => {
        const group = document.createElement("optgroup");
        group.label = label;
        for (const r of some) {
          const option = document.createElement("option");
          const why = label === "all" ? "" : `, ${data.notable[r.number]}`;
          option.value = String(r.number);
          const how = onHill ? data.outcomes[c.outcome[r.first]] : `${r.end - r.first} throws`;
          option.textContent = `${r.number}: ${scene.sets[r.set].title}, ${how}${why}`;
          group.append(option);
        }
        return group;
      }),
    );
  }

  // --- moving on ----------------------------------------------------------------------------

  function show(time, force = false) {
    now = Math.min(run.total, Math.max(0, time));
    draw();
    tell(force);
  }

  function choose(some, time = 0) {
    if (!some) return;
    run = some;
    pause();
    fillRun();
    show(time, true);
  }

  function toThrow(index) {
    const k = Math.min(run.end - run.first - 1, Math.max(0, index));
    show(run.starts[k], true);
  }

  const current = () => at(run, now).index - run.first;
  const endOf = (k) => run.starts[k] + took(run.first + k);

  let last = 0, waiting = 0;

  function pause() {
    playing = false;
    clearTimeout(waiting);
    $("play").textContent = "Play";
  }

  function stopsAt() {
    return $("only").checked ? endOf(current()) : run.total;
  }

  function play() {
    if (now >= stopsAt()) show($("only").checked ? run.starts[current()] : 0, true);
    playing = true;
    $("play").textContent = "Pause";
    if (still.matches) {
      jump();
    } else {
      last = performance.now();
      requestAnimationFrame(frame);
    }
  }

  function frame(time) {
    if (!playing) return;
    const until = stopsAt();
    const next = now + Math.max(0, time - last) * Number($("speed").value);
    last = time;
    show(Math.min(next, until));
    if (next >= until) pause();
    else requestAnimationFrame(frame);
  }

  /** For those who want no motion: from the end of a throw to the end of the next one. */
  function jump() {
    if (!playing) return;
    const k = current();
    const until = stopsAt();
    const next = now < endOf(k) ? endOf(k) : k + 1 < run.starts.length ? endOf(k + 1) : run.total;
    show(Math.min(next, until));
    if (now >= until) pause();
    else waiting = setTimeout(jump, 1200 / Number($("speed").value));
  }

  function step(by) {
    pause();
    // Between two steps, to the next one on that side.
    const at = by > 0 ? Math.floor(now / STEP + 1e-6) : Math.ceil(now / STEP - 1e-6);
    show((at + by) * STEP, true);
  }

  function throwBy(by) {
    pause();
    const inside = now - run.starts[current()];
    toThrow(by < 0 && inside > 300 ? current() : current() + by);
  }

  $("play").addEventListener("click", () => (playing ? pause() : play()));
  $("step-on").addEventListener("click", () => step(1));
  $("step-back").addEventListener("click", () => step(-1));
  $("throw-on").addEventListener("click", () => throwBy(1));
  $("throw-back").addEventListener("click", () => throwBy(-1));
  $("run-on").addEventListener("click", () => choose(listed[listed.indexOf(run) + 1]));
  $("run-back").addEventListener("click", () => choose(listed[listed.indexOf(run) - 1]));
  $("run").addEventListener("change", () => choose(runs.find((r) => String(r.number) === $("run").value)));
  $("throw").addEventListener("change", () => { pause(); toThrow(Number($("throw").value)); });
  $("set").addEventListener("change", () => { fillRuns(); choose(listed.includes(run) ? run : listed[0]); });
  $("ghosts").addEventListener("change", draw);
  $("scrub").addEventListener("input", () => { pause(); show(Number($("scrub").value), true); });
  for (const button of document.querySelectorAll("button[data-run]")) {
    button.addEventListener("click", () => {
      $("set").value = "";
      fillRuns();
      choose(runs.find((r) => String(r.number) === button.dataset.run));
      $("replay").scrollIntoView({ block: "nearest" });
      stage.focus();
    });
  }

  $("replay").addEventListener("keydown", (event) => {
    const on = event.target;
    if (event.ctrlKey || event.altKey || event.metaKey || on instanceof HTMLSelectElement) return;
    const presses = on instanceof HTMLButtonElement || on === $("only");
    const keys = {
      " ": presses ? null : () => (playing ? pause() : play()),
      ArrowRight: event.shiftKey ? () => throwBy(1) : () => step(1),
      ArrowLeft: event.shiftKey ? () => throwBy(-1) : () => step(-1),
      Home: () => { pause(); show(0, true); },
      End: () => { pause(); show(run.total, true); },
    };
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });

  // In the next frame: what changes sizes while sizes are told about is an error.
  new ResizeObserver(() => requestAnimationFrame(() => { fit(); draw(); })).observe(stage.parentElement);
  dark.addEventListener("change", () => { readColours(); draw(); });

  $("replay").hidden = false;
  readColours();
  fit();
  fillRuns();
  choose(runs.find((r) => data.notable[r.number]) || runs[0]);
})();
