import type { View } from "../../worker/pages/view.ts";

/** Calls somebody who looks elsewhere. Nothing is asked for and nothing sounds unless its switch was pressed. */
export interface Alerts {
  /** To be called with everything that is shown. */
  follow(view: View, looking: boolean): void;
}

function isCall({ phase }: View): boolean {
  return phase === "your-turn" || phase === "admitted";
}

/** Two soft notes. */
function ring(context: AudioContext): void {
  for (const [index, hertz] of [660, 880].entries()) {
    const at = context.currentTime + index * 0.22;
    const note = context.createOscillator();
    const volume = context.createGain();
    note.frequency.value = hertz;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.25, at + 0.02);
    volume.gain.linearRampToValueAtTime(0, at + 0.6);
    note.connect(volume).connect(context.destination);
    note.start(at);
    note.stop(at + 0.6);
  }
}

function notify({ slots }: View): void {
  try {
    new Notification(slots.headline, { body: slots.lead, tag: "stanchion" }).addEventListener("click", () => focus());
  } catch {
    // Some browsers show notifications for installed pages only.
  }
}

/** Gives the two switches of the page their meaning. A browser that can't notify does not show that switch. */
export function createAlerts(page: Document): Alerts {
  const sound = page.querySelector(".sound") as HTMLElement;
  const bell = page.querySelector(".notify") as HTMLElement;
  let context: AudioContext | null = null;
  let called = true;

  const isOn = (button: HTMLElement): boolean => button.getAttribute("aria-pressed") === "true";
  const turn = (button: HTMLElement, on: boolean): void => button.setAttribute("aria-pressed", String(on));

  if (typeof Notification === "undefined" || Notification.permission === "denied") bell.remove();

  sound.addEventListener("click", () => {
    turn(sound, !isOn(sound));
    if (!isOn(sound)) return;
    // A browser lets a page sound only from a press on; this one shows how it will.
    context ??= new AudioContext();
    void context.resume();
    ring(context);
  });
  bell.addEventListener("click", () => {
    if (isOn(bell)) return turn(bell, false);
    void Notification.requestPermission().then((permission) => turn(bell, permission === "granted"));
  });

  return {
    follow(view, looking) {
      const calls = isCall(view);
      if (calls && !called) {
        if (isOn(sound) && context !== null) ring(context);
        if (isOn(bell) && !looking) notify(view);
      }
      called = calls;
    },
  };
}
