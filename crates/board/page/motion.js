// A piece of the picture and its motion during an animation. Times are in milliseconds before the animation is scaled to
// its duration.

export const EASE = "cubic-bezier(.3,.1,.2,1)";

export class Actor {
  // `element` shows the piece `look`, and `at` is the centre of its cell in drawing units.
  constructor(element, look, at) {
    this.element = element;
    this.look = look;
    this.present = true;
    this.state = { at, scale: 1, opacity: 1 };
    this.frames = [];
    this.motion = null;
  }

  // Hides the piece before `time`. It appears in its state with the changes of `start`.
  appear(time, start = {}) {
    const hidden = { ...this.state, opacity: 0 };
    this.state = { ...this.state, ...start };
    this.frames = [
      { ...hidden, time: 0 },
      { ...hidden, time },
      { ...this.state, time },
    ];
  }

  // Changes the state between two times. `change` may contain the centre `at`, `scale` and `opacity`.
  move(start, end, change, easing = "linear") {
    if (!this.frames.length) {
      this.frames.push({ ...this.state, time: 0 });
    }
    this.frames.push({ ...this.state, time: start, easing });
    this.state = { ...this.state, ...change };
    this.frames.push({ ...this.state, time: end });
  }

  // Hides the piece from `time` on.
  leave(time) {
    this.move(time, time, { opacity: 0 });
    this.present = false;
  }

  // Starts the animation of all changes, of which the last ends at `end`. It takes `duration`. Returns the animation, or
  // `null` if there is nothing to animate.
  animate(end, duration) {
    const frames = [...this.frames, { ...this.state, time: end }];
    const moves = this.frames.length > 0 && duration > 0;
    this.frames = [];
    if (!moves) {
      return null;
    }
    const shown = frames.map(({ at: [x, y], scale, opacity, time, easing = "linear" }) => ({
      transform: `translate(${x}px, ${y}px) scale(${scale})`,
      opacity,
      offset: time / end,
      easing,
    }));
    this.motion = this.element.animate(shown, { duration, fill: this.present ? "none" : "forwards" });
    return this.motion;
  }

  // Ends the animation at once.
  settle() {
    this.motion?.cancel();
    this.motion = null;
  }
}
