// The front door of Rivulet.
