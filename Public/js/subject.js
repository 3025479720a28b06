// A hot stream in six lines: what is sent goes to everyone who has subscribed.

export class Subject {
	#observers = [];

	subscribe = (observer) => this.#observers.push(observer);

	next(value) {
		for (const observer of this.#observers) observer(value);
	}
}
