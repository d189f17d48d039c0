package graph

func (c *computer) inBulk(ev *evaluator) {}
